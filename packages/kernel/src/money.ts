/** Whole tokens, never negative where an amount is meant. */
export type Tokens = number;
/** Whole cents of a currency. */
export type Cents = number;

/** One dollar buys ten tokens (CONSTANTS-001). */
export const TOKENS_PER_DOLLAR = 10;

/** True for a safe whole number of at least `min`. */
export const isWhole = (value: number, min = 0): boolean => Number.isSafeInteger(value) && value >= min;

/**
 * The model's part of a spend, rounded down; the platform keeps the rest.
 * @param sharePercent whole percent, 0 to 100
 */
export const modelShare = (amountTokens: Tokens, sharePercent: number): Tokens =>
  Math.floor((amountTokens * sharePercent) / 100);
