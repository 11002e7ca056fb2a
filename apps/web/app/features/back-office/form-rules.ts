/** Cents from a field in dollars; undefined if it is not an amount. */
export function centsOf(dollars: string): number | undefined {
  const found = /^\s*(\d{1,6})(?:[.,](\d{1,2}))?\s*$/u.exec(dollars);
  if (!found) return undefined;
  return Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
}

/** What a field of cents says, as it is typed. */
export const dollarsOf = (cents: number): string => (cents / 100).toFixed(2);

/** A whole number within its bounds; undefined otherwise. */
export function wholeOf(text: string, { min, max }: { readonly min: number; readonly max: number }) {
  const value = /^\s*-?\d{1,9}\s*$/u.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}

/** Typed percent odds in hundredths of a percent; undefined if too fine or invalid. */
export function hundredthsOf(percent: string): number | undefined {
  const found = /^\s*(\d{1,3})(?:[.,](\d{1,2}))?\s*$/u.exec(percent);
  if (!found) return undefined;
  const odds = Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
  return odds > 0 && odds <= 10_000 ? odds : undefined;
}

/** A time for a date-time field, in UTC; empty if there is none. */
export const toTimeField = (instant: string | null): string => instant?.slice(0, 16) ?? '';

/** What such a field says; null where it is empty. */
export const fromTimeField = (text: string): string | null =>
  text === '' ? null : new Date(`${text.slice(0, 16)}:00Z`).toISOString();

/** Adverts as they are typed, with spaces or commas between. */
export const advertsOf = (text: string): string[] => [...new Set(text.split(/[\s,]+/u).filter(Boolean))];
