/** The day of an instant in words; the same for the server and for every reader, whatever their time zone. */
export const dayOf = (at: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at));
