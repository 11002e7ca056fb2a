/* Limits of announced streams, apart from their schemas: pages check input without loading the schemas. */

/** Streams that one performer may have announced. */
export const STREAMS_MAX = 20;
/** Characters of a title. */
export const STREAM_TITLE_MAX = 80;
/** How long a stream may be announced to last, in minutes. */
export const STREAM_MINUTES_MIN = 15;
export const STREAM_MINUTES_MAX = 12 * 60;
export const STREAM_MINUTES_DEFAULT = 60;
/** How many days ahead an announcement may be. */
export const AHEAD_DAYS_MAX = 366;
/** Streams that one person may be reminded of. */
export const REMINDERS_MAX = 200;
/** How long before the start people are reminded, in milliseconds. */
export const REMINDED_BEFORE_MS = 15 * 60_000;

export const STREAM_KINDS = ['public', 'ticket', 'private'] as const;
/** What is announced: a public stream, a ticket show, or hours when privates are accepted. */
export type StreamKind = (typeof STREAM_KINDS)[number];
