import { numberFormat } from './format-amount.ts';

/**
 * Money with two decimals, with the currency sign where the language puts it.
 * @param amountCents hundredths of the currency
 * @param currency ISO 4217 code
 */
export const formatMoney = (amountCents: number, currency: string, locale: string): string =>
  numberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    amountCents / 100,
  );
