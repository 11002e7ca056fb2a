/* Limits of tip splits, apart from their schemas: pages check input without loading the schemas. */

/** Tokens of all parts together. */
export const SPLIT_TOTAL_MIN = 20;
export const SPLIT_TOTAL_MAX = 100_000;
/** People who give a part, the proposer among them. */
export const SPLITTERS_MIN = 2;
export const SPLITTERS_MAX = 20;
export const SPLIT_COMMENT_MAX = 200;

/** Tokens that each gives: all give the same, so together it may be a little more than the total (S803). */
export const shareOf = (totalTokens: number, splitters: number): number => Math.ceil(totalTokens / splitters);
