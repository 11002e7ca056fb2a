import { assert } from '@klieg/kernel';

/** What a transfer is for. The stored code is the place in this list: append, never reorder. */
export const ledgerKinds = [
  'purchase',
  'tip',
  'hold',
  'hold_post',
  'hold_void',
  'ticket',
  'recording',
  'media',
  'subscription',
  'split',
  'private',
  'spy',
  'ai_image',
  'snapchat',
  'dickrating',
  'refund',
  'chargeback',
  'payout_reserve',
  'payout_settle',
  'payout_fail',
  'promotion',
  'postpay_refill',
  'adjustment',
  'voyeur',
] as const;

export type LedgerKind = (typeof ledgerKinds)[number];

export const codeOfKind = (kind: LedgerKind): number => ledgerKinds.indexOf(kind) + 1;

export function kindOfCode(code: number): LedgerKind {
  const kind = ledgerKinds[code - 1];
  assert(kind, `unknown ledger kind ${code}`);
  return kind;
}

const uncounted: readonly LedgerKind[] = [
  'refund',
  'chargeback',
  'adjustment',
  'payout_reserve',
  'payout_settle',
];

/** True when a debit of this kind counts for the daily limits (rule L9). */
export const countsForDailyLimit = (kind: LedgerKind): boolean => !uncounted.includes(kind);

/** Codes of the kinds that count for no daily limit. */
export const uncountedCodes: readonly number[] = uncounted.map(codeOfKind);
