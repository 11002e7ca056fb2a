import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** The operator's accounts in words, in cents and in tokens; those that the ledger keeps below 0 are shown the other way round. */
export const OPERATOR_ACCOUNTS: Readonly<
  Record<string, { readonly word: MessageDescriptor; readonly isBelowZero?: true }>
> = {
  receivable: { word: msg`Owed by the biller`, isBelowZero: true },
  unspent: { word: msg`Owed for unspent tokens` },
  earned: { word: msg`Owed to models` },
  revenue: { word: msg`Revenue` },
  fees: { word: msg`Biller fees`, isBelowZero: true },
  chargeback_fees: { word: msg`Chargeback fees`, isBelowZero: true },
  tax: { word: msg`Tax` },
  payouts: { word: msg`Payouts` },
  promotions: { word: msg`Promotions`, isBelowZero: true },
  suspense: { word: msg`Not matched yet` },
  bank: { word: msg`Bank`, isBelowZero: true },
  platform_tokens: { word: msg`The platform’s share` },
  billers_tokens: { word: msg`Sold`, isBelowZero: true },
  promotions_tokens: { word: msg`Given away`, isBelowZero: true },
  payouts_tokens: { word: msg`Paid out` },
  adjustments_tokens: { word: msg`Corrections`, isBelowZero: true },
};
