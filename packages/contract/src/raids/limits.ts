/*
 * Numbers of raids, apart from their schemas.
 */

/** How long viewers are asked, in seconds. */
export const RAID_SECONDS = 45;
/** Minutes between a raid and the next one. */
export const RAID_PAUSE_MINUTES = 5;
/** Rooms that a search finds at most. */
export const RAID_ROOMS_MAX = 12;
/** How many rooms a performer may refuse raids from. */
export const REFUSED_ROOMS_MAX = 200;
