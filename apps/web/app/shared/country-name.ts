/** Kept, since a list asks for each country, and making one of them takes longer than asking it. */
const namesOf = new Map<string, Intl.DisplayNames>();

/** A country in the reader's language; its code where it has no name. */
export function countryName(code: string, locale: string): string {
  const names = namesOf.get(locale) ?? new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
  namesOf.set(locale, names);
  try {
    return names.of(code) ?? code;
  } catch {
    // Letters that are no code at all.
    return code;
  }
}
