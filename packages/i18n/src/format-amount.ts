const MINUS = '\u2212';

const formats = new Map<string, Intl.NumberFormat>();

/** Number formats are slow to make, so each is made once per language and kind. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new Intl.NumberFormat(locale, options)));
  return format;
}

/** Whole tokens grouped by language, never shortened; a negative amount has a true minus. */
export const formatAmount = (amountTokens: number, locale: string): string =>
  numberFormat(locale, { useGrouping: true }).format(amountTokens).replace('-', MINUS);

/** Like `formatAmount`, signed: plus for incoming, a true minus for outgoing. */
export const formatSignedAmount = (amountTokens: number, locale: string): string =>
  amountTokens > 0 ? `+${formatAmount(amountTokens, locale)}` : formatAmount(amountTokens, locale);

/** A grouped count of things. */
export const formatCount = (count: number, locale: string): string => numberFormat(locale).format(count);

/** Viewers may be shortened from a thousand on (1.3k); amounts that are spent never are. */
export const formatViewers = (viewers: number, locale: string): string =>
  viewers < 1_000
    ? formatCount(viewers, locale)
    : `${numberFormat(locale, { maximumFractionDigits: viewers < 100_000 ? 1 : 0 }).format(viewers / 1_000)}k`;
