/** A report covers at most this many milliseconds. */
export const REPORT_MS_MAX = 15 * 60_000;
/** A picture that has not come after this many milliseconds is reported as failed. */
export const START_MS_MAX = 2 * 60_000;
export const STALLS_MAX = 1_000;
/** Days that the figures of staff go back. */
export const PLAYBACK_DAYS = ['1', '7', '30'] as const;
