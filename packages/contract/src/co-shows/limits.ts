/* Limits of co-shows, apart from their schemas. */

/** How long a request stays open, in seconds. */
export const CO_SHOW_ASK_SECONDS = 300;
/** After a decline, minutes until the same asker may ask this performer again. */
export const CO_SHOW_DECLINED_MINUTES = 10;
/** The same after a request without an answer, in seconds. */
export const CO_SHOW_UNANSWERED_SECONDS = 60;
/** Most performers in a search result. */
export const CO_SHOW_PARTNERS_MAX = 12;
/** Most open requests to one performer; further ones are not delivered. */
export const CO_SHOW_REQUESTS_MAX = 20;
