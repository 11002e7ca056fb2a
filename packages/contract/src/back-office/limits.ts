/** What the operator may set for packages; the highest price is the most that anybody may buy in a day. */
export const PRODUCT_LIMITS = {
  tokens: { min: 1, max: 100_000 },
  /** Cents. */
  amount: { min: 100, max: 50_000 },
  position: { min: 0, max: 999 },
} as const;

/** The same for codes. */
export const PROMO_LIMITS = { tokens: { min: 1, max: 10_000 }, uses: { min: 1, max: 1_000_000 } } as const;

/** Fields of a wheel and their prizes. */
export const WHEEL_LIMITS = {
  fields: { min: 2, max: 12 },
  tokens: { min: 1, max: 10_000 },
} as const;
