/** So long somebody can think it over. */
export const DELETION_DAYS = 14;
/** A request to delete is answered within a month: it is done, or its person is told what holds it. */
export const ANSWER_DAYS = 30;
/** A request for one's data is answered within so many hours. */
export const EXPORT_HOURS = 72;
/** An archive is kept so long. */
export const EXPORT_KEPT_DAYS = 7;
/** One archive is fetched so often, by all its links together. */
export const DOWNLOADS_MAX = 20;
/** A link to an archive opens it so long. */
export const LINK_MINUTES = 15;
/** A user name of a deleted account stays reserved so long. */
export const NAME_RESERVED_DAYS = 90;
