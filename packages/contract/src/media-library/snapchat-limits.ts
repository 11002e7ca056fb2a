/** Durations of sold access: a month, half a year, a year, forever. */
export const SNAPCHAT_DURATIONS = ['1M', '6M', '1Y', 'FOREVER'] as const;
export type SnapchatDuration = (typeof SNAPCHAT_DURATIONS)[number];

/** Tokens. */
export const SNAPCHAT_PRICE = { min: 25, max: 10_000, first: 250 } as const;
export const SNAPCHAT_NAME_MAX = 30;
