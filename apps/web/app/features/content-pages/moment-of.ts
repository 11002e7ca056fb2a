/** Day and time of an instant in words, in the reader's own time; for what is drawn in the browser only. */
export const momentOf = (at: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(at));
