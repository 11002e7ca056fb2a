import type { Uuid } from '@klieg/kernel';
import { deriveTransferId, type LedgerKind, type LedgerRequest, type TransferNote } from '../ledger/index.ts';

/** What a purchase, or the part of it that is taken back, costs in the operator's money. */
export interface PaidMoney {
  readonly cents: number;
  /** What of the cents pays for something else than tokens, as for a membership; absent: nothing. */
  readonly revenueCents?: number;
  /** The number of the biller who owes it. */
  readonly biller: number;
}

/** What of the cents pays for the tokens. */
export const tokensCents = ({ cents, revenueCents = 0 }: PaidMoney): number => cents - revenueCents;

/** Ids of the movements of cents that may go with one of tokens: what pays for the tokens, and what is the operator's own. */
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

/** What the biller owes the operator: for tokens, which he owes to whoever has them, and what is his own. */
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
