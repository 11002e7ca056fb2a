import type { CardOnFile } from '@klieg/contract';

/** A card as lists name it: `Visa 4242`. */
export const cardName = ({ brand, last4 }: Pick<CardOnFile, 'brand' | 'last4'>): string =>
  `${brand} ${last4}`;

/** The month of its end, `12/34`; undefined where its biller does not tell. */
export function expiryOf({ exp_month: month, exp_year: year }: CardOnFile): string | undefined {
  if (month === null || year === null) return undefined;
  return `${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`;
}
