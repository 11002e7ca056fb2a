/** How loud a tip may be on the screen: a line, a surface, a wash, the key block. */
export type TipTier = 1 | 2 | 3 | 4;

/** Tier of an amount: 1 to 24, 25 to 99, 100 to 499, 500 and up. */
export const tipTier = (amountTokens: number): TipTier =>
  amountTokens >= 500 ? 4 : amountTokens >= 100 ? 3 : amountTokens >= 25 ? 2 : 1;
