import type { Uuid } from '@klieg/kernel';
import { deriveTransferId, type LedgerKind, type LedgerRequest, type TransferNote } from '../ledger/index.ts';

/** What a purchase, or the reversed part of it, costs in the operator's currency. */
export interface PaidMoney {
  readonly cents: number;
  /** The part of the cents for something else than tokens, such as a membership; absent: nothing. */
  readonly revenueCents?: number;
  /** The number of the biller who owes it. */
  readonly biller: number;
}

/** The part of the cents that pays for the tokens. */
export const tokensCents = ({ cents, revenueCents = 0 }: PaidMoney): number => cents - revenueCents;

/**
 * Ids of the movements of cents that may go with one of tokens: payment for the tokens, and the operator's own revenue.
 */
export const moneyIdsOf = (id: Uuid): readonly [Uuid, Uuid] => [
  deriveTransferId('cents', id),
  deriveTransferId('revenue', id),
];

/** Where the cents go, each with an id of its own that follows from the tokens' one. */
const partsOf = (id: Uuid, paid: PaidMoney) => {
  const [cents, revenue] = moneyIdsOf(id);
  return [
    { id: cents, name: 'unspent', amountCents: tokensCents(paid) },
    { id: revenue, name: 'revenue', amountCents: paid.revenueCents ?? 0 },
  ] as const;
};

/** What the biller owes the operator: for tokens, which the operator owes to their holders, and revenue of his own. */
export function moneyIn(id: Uuid, kind: LedgerKind, paid: PaidMoney, note: TransferNote): LedgerRequest[] {
  const from = { name: 'receivable', of: paid.biller } as const;
  return partsOf(id, paid).flatMap(({ name, ...part }) =>
    part.amountCents > 0 ? { type: 'money', ...part, kind, from, to: { name }, note } : [],
  );
}

/** The same taken back. */
export function moneyBack(id: Uuid, kind: LedgerKind, paid: PaidMoney, note: TransferNote): LedgerRequest[] {
  const to = { name: 'receivable', of: paid.biller } as const;
  return partsOf(id, paid).flatMap(({ name, ...part }) =>
    part.amountCents > 0 ? { type: 'money', ...part, kind, from: { name }, to, note } : [],
  );
}
