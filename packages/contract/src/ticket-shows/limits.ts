/*
 * Numbers of ticket shows, apart from their schemas: pages check what is typed and bring no schema along.
 */

/** Id of the ticket show among the apps of rooms (GAMES-016). */
export const TICKET_SHOW_APP = 14;

/** Tokens of a ticket. */
export const TICKET_PRICE_MIN = 50;
export const TICKET_PRICE_MAX = 5_000;
export const TICKET_PRICE_DEFAULT = 100;
/** Tokens of the recording; 0: none is sold. */
export const RECORDING_PRICE_MAX = 5_000;
/** Characters of what the performer says about the show. */
export const TICKET_MESSAGE_MAX = 200;
/** Who joins within the last so many minutes gets the ticket back. */
export const REFUND_MINUTES_MAX = 60;
export const REFUND_MINUTES_DEFAULT = 5;
/** The least number of tickets without which a show is canceled at its time. */
export const MIN_SOLD_MAX = 1_000;
/** A show begins at the latest so long after it was announced, in milliseconds. */
export const WAITING_MAX_MS = 24 * 3_600_000;
/** A stay of at least this may be rated, or of the refund's window where that is longer (CONSTANTS-053). */
export const RATED_SECONDS_MIN = 120;

/** Seconds of a stay that may be rated. */
export const secondsToRate = (refundMinutes: number): number =>
  Math.max(RATED_SECONDS_MIN, refundMinutes * 60);
