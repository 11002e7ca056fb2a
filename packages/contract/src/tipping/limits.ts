/** The amount that a tip starts with (CONSTANTS-059). */
export const DEFAULT_TIP_TOKENS = 25;
/** The most that one tip may be. */
export const TIP_TOKENS_MAX = 100_000;
