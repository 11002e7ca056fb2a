/** Shortest and longest text of an appeal. */
export const APPEAL_CHARS = { min: 20, max: 2_000 } as const;

/** Longest time of a suspension or of what moderators of a room do, in minutes: a year. */
export const SANCTION_MINUTES_MAX = 525_600;

/** Shortest and longest reason for watching a room unseen. */
export const WATCH_REASON_CHARS = { min: 10, max: 200 } as const;
