/** Shortest and longest text of an appeal. */
export const APPEAL_CHARS = { min: 20, max: 2_000 } as const;

/** Longest suspension, or sanction by moderators of a room, in minutes: a year. */
export const SANCTION_MINUTES_MAX = 525_600;

/** Shortest and longest reason for watching a room unseen. */
export const WATCH_REASON_CHARS = { min: 10, max: 200 } as const;
