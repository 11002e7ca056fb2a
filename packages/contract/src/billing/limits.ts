/** Most that a person may buy in a day, in cents: verified or not (machine 24, configuration). */
export const DAILY_PURCHASE_CENTS = { verified: 50_000, unverified: 20_000 } as const;
