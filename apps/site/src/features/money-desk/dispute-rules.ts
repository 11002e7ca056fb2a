import { ownOf } from '@klieg/kernel';
import type { DisputeState } from '@klieg/contract';
import { DAY_MS } from '@klieg/kernel/time';
import type { ToldFact } from './desk-order-store.ts';

/** Days in which the schemes accept evidence after a dispute was reported. */
const SCHEME_DAYS: Readonly<Record<string, number>> = { visa: 30, mastercard: 45, amex: 20, discover: 20 };
/** For an unknown scheme: the shortest of them. */
const LEAST_DAYS = 20;

/** Until when evidence is taken, in Unix milliseconds. */
export const dueAt = (toldAtMs: number, brand: string | undefined): number =>
  toldAtMs + (ownOf(SCHEME_DAYS, brand?.toLowerCase() ?? '') ?? LEAST_DAYS) * DAY_MS;

/** What was charged back of an order, from all reports of its biller. */
export interface ReadDispute {
  readonly state: DisputeState;
  readonly amountCents: number;
  readonly transactionId: string;
  readonly card: { readonly brand: string; readonly last4: string } | null;
  readonly toldAtMs: number;
  readonly dueAtMs: number;
}

/**
 * The dispute of an order; undefined where nothing was charged back.
 * @param orderCents what a fact without an amount means
 */
export function readDispute(
  told: readonly ToldFact[],
  orderCents: number,
  nowMs: number,
): ReadDispute | undefined {
  const disputes = told.filter(({ event }) => event.kind === 'charged_back');
  const newest = disputes.at(-1);
  if (!newest) return undefined;
  const centsOf = (facts: readonly ToldFact[]) =>
    facts.reduce((sum, { event }) => sum + (event.amountCents ?? orderCents), 0);
  const won = centsOf(told.filter(({ event }) => event.kind === 'dispute_won'));
  const amountCents = centsOf(disputes);
  const { transactionId } = newest.event;
  const paid = told.find(({ event }) => event.kind === 'approved' && event.transactionId === transactionId);
  const card = paid?.event.card ?? null;
  const toldAtMs = newest.at.getTime();
  const dueAtMs = dueAt(toldAtMs, card?.brand);
  return {
    state: won >= amountCents ? 'won' : nowMs > dueAtMs ? 'lost' : 'open',
    amountCents,
    transactionId,
    card: card && { brand: card.brand, last4: card.last4 },
    toldAtMs,
    dueAtMs,
  };
}
