import { DAY_MS } from '@klieg/kernel/time';

/* Limits of ticket shows, apart from their schemas: pages check input without loading the schemas. */

/** Id of the ticket show among the apps of rooms (GAMES-016). */
export const TICKET_SHOW_APP = 14;

/** Tokens of a ticket. */
export const TICKET_PRICE_MIN = 50;
export const TICKET_PRICE_MAX = 5_000;
export const TICKET_PRICE_DEFAULT = 100;
/** Tokens for the recording; 0: not sold. */
export const RECORDING_PRICE_MAX = 5_000;
/** Characters of the performer's description of the show. */
export const TICKET_MESSAGE_MAX = 200;
/** Longest time before the end, in minutes, within which late joiners get their ticket back. */
export const REFUND_MINUTES_MAX = 60;
export const REFUND_MINUTES_DEFAULT = 5;
/** The least number of tickets without which a show is canceled at its time. */
export const MIN_SOLD_MAX = 1_000;
/** A show must begin within this many milliseconds after it was announced. */
export const WAITING_MAX_MS = DAY_MS;
/** A stay of at least this may be rated, or of the refund's window where that is longer (CONSTANTS-053). */
export const RATED_SECONDS_MIN = 120;

/** Seconds of a stay that may be rated. */
export const secondsToRate = (refundMinutes: number): number =>
  Math.max(RATED_SECONDS_MIN, refundMinutes * 60);
