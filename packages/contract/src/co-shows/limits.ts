/*
 * Numbers of co-shows, apart from their schemas.
 */

/** So long a request waits for its answer, in seconds. */
export const CO_SHOW_ASK_SECONDS = 300;
/** So long after a decline the same performer cannot be asked again by the same one, in minutes. */
export const CO_SHOW_DECLINED_MINUTES = 10;
/** So long after a request that ended without an answer, in seconds. */
export const CO_SHOW_UNANSWERED_SECONDS = 60;
/** Performers that a search finds at most. */
export const CO_SHOW_PARTNERS_MAX = 12;
/** Requests that wait for one performer at most; more reach nobody. */
export const CO_SHOW_REQUESTS_MAX = 20;
