import type { BillerEvent } from '../billers/port/biller-port.ts';
import type { OrderTarget } from '../orders/order-target.ts';

/** One payment whose amount decides the credit; it is kept or reversed as a whole. */
interface UnitPayment {
  readonly id: string;
  readonly tokens: number;
  readonly amountCents: number;
  readonly isTakenBack: boolean;
  readonly isDisputed: boolean;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const isKind =
  (...kinds: readonly BillerEvent['kind'][]) =>
  ({ kind }: BillerEvent) =>
    kinds.includes(kind);

/**
 * The state of an order whose payments rather than its price decide, as with gift cards: each transaction credits its
 * own units, once. A function of the set of facts, each given once; undefined for all other orders.
 */
export function readUnits(facts: readonly BillerEvent[]): OrderTarget | undefined {
  const byTransaction = Map.groupBy(facts, ({ transactionId }) => transactionId);
  const payments = [...byTransaction].flatMap(([id, its]): readonly UnitPayment[] => {
    const approval = its
      .filter((fact) => fact.kind === 'approved' && fact.paidTokens !== undefined)
      .toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1))[0];
    if (!approval) return [];
    const { paidTokens = 0, amountCents } = approval;
    const disputes = its.filter(isKind('charged_back')).length - its.filter(isKind('dispute_won')).length;
    const isTakenBack = its.some(isKind('voided', 'refunded')) || disputes > 0;
    return [{ id, tokens: paidTokens, amountCents: amountCents ?? 0, isTakenBack, isDisputed: disputes > 0 }];
  });
  if (payments.length === 0) return undefined;
  const kept = payments.filter(({ isTakenBack }) => !isTakenBack);
  const disputed = payments.filter(({ isDisputed }) => isDisputed);
  const reversedState = disputed.length > 0 ? 'charged_back' : 'refunded';
  const creditedTokens = sum(payments.map(({ tokens }) => tokens));
  const chargedBackTokens = sum(disputed.map(({ tokens }) => tokens));
  return {
    state: kept.length > 0 ? 'succeeded' : reversedState,
    declineCode: null,
    transactionId: payments.map(({ id }) => id).toSorted()[0]!,
    creditedTokens,
    chargedBackTokens,
    refundedTokens: creditedTokens - chargedBackTokens - sum(kept.map(({ tokens }) => tokens)),
    suspended: [],
    sold: { tokens: creditedTokens, amountCents: sum(payments.map(({ amountCents }) => amountCents)) },
  };
}
