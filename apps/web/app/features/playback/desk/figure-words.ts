import { numberFormat } from '@klieg/i18n';

const seconds = (locale: string, digits: number) =>
  numberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Milliseconds as seconds; a dash without reports. */
export const inSeconds = (ms: number | null, locale: string): string =>
  ms === null ? '—' : `${seconds(locale, ms < 10_000 ? 2 : 1).format(ms / 1_000)} s`;

export const inPercent = (value: number | null, locale: string): string =>
  value === null ? '—' : `${numberFormat(locale, { maximumFractionDigits: 2 }).format(value)}%`;

/** The upper end of a chart: a round number at or above the largest. */
export function roundTop(values: readonly (number | null)[], least: number): number {
  const most = Math.max(least, ...values.map((value) => value ?? 0));
  const step = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 5, 10].map((times) => times * step).find((top) => top >= most) ?? most;
}
