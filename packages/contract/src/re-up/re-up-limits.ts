/** Limits and first values of the form for automatic purchases (machine 23). */
export const RE_UP_LIMITS = {
  /** Tokens below which is bought. */
  below: { min: 1, max: 1_000, default: 20 },
  perDay: { min: 1, max: 10, default: 3 },
  /** Cents. */
  perMonth: { min: 500, max: 200_000, default: 20_000 },
} as const;
