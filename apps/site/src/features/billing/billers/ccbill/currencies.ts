import { ownOf } from '@klieg/kernel';
const byCode: Readonly<Record<string, string>> = {
  USD: '840',
  EUR: '978',
  GBP: '826',
  CAD: '124',
  AUD: '036',
  JPY: '392',
};

export const ccbillCurrencies: ReadonlySet<string> = new Set(Object.keys(byCode));

/** ISO 4217 number of a currency that CCBill takes. */
export const numberOfCurrency = (code: string): string | undefined => ownOf(byCode, code);

/** The currency that a webhook names by number or by letters; undefined for all others. */
export const currencyOf = (text: string | undefined): string | undefined =>
  Object.entries(byCode).find(
    ([code, number]) => text !== undefined && (text === code || number === text.padStart(3, '0')),
  )?.[0];
