/** A report covers no more than this, in milliseconds. */
export const REPORT_MS_MAX = 15 * 60_000;
/** A picture that has not come by then, in milliseconds, is told as one that did not come. */
export const START_MS_MAX = 2 * 60_000;
export const STALLS_MAX = 1_000;
/** Days that the figures of staff go back. */
export const PLAYBACK_DAYS = ['1', '7', '30'] as const;
