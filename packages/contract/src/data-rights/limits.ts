/** Days in which somebody can change their mind. */
export const DELETION_DAYS = 14;
/** A deletion request is answered within a month: it is done, or the person is told what blocks it. */
export const ANSWER_DAYS = 30;
/** Hours within which a data request is answered. */
export const EXPORT_HOURS = 72;
/** Days an archive is kept. */
export const EXPORT_KEPT_DAYS = 7;
/** Most downloads of one archive, over all its links. */
export const DOWNLOADS_MAX = 20;
/** Minutes a link to an archive is valid. */
export const LINK_MINUTES = 15;
/** Days the user name of a deleted account stays reserved. */
export const NAME_RESERVED_DAYS = 90;
