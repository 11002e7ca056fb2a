/** Date and time of an instant in the reader's own zone; only for browser rendering. */
export const momentOf = (at: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(at));
