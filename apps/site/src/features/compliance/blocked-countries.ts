/** Whether people of a country may neither buy nor tip. A country that is not known is not blocked. */
export const makeIsBlockedCountry =
  (blocked: ReadonlySet<string>) =>
  (country: string | null): boolean =>
    country !== null && blocked.has(country);
