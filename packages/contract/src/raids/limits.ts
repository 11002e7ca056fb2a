/*
 * Numbers of raids, apart from their schemas.
 */

/** So long viewers are asked, in seconds. */
export const RAID_SECONDS = 45;
/** So long after a raid the next one may begin, in minutes. */
export const RAID_PAUSE_MINUTES = 5;
/** Rooms that a search finds at most. */
export const RAID_ROOMS_MAX = 12;
/** Rooms from which a performer may refuse raids. */
export const REFUSED_ROOMS_MAX = 200;
