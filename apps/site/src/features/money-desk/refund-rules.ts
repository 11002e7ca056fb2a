import type { OrderState, RefundBar, RefundState } from '@klieg/contract';
import type { Uuid } from '@klieg/kernel';
import { HOUR_MS } from '@klieg/kernel/time';
import { type BillerEvent, type BillerPort, fitsOrder, type Order } from '../billing/index.ts';
import { holdsToVoid } from '../wallet/index.ts';

/** A payment of an order that can still be refunded, at least partly. */
export interface Refundable {
  readonly transactionId: string;
  readonly leftCents: number;
  /** Nothing of it was refunded yet. */
  readonly isWhole: boolean;
}

const sumOf = (
  facts: readonly BillerEvent[],
  order: Order,
  ...kinds: readonly BillerEvent['kind'][]
): number =>
  facts
    .filter(({ kind }) => kinds.includes(kind))
    .reduce((sum, { amountCents }) => sum + (amountCents ?? order.amountCents), 0);

/** The payment of an order with the most left; undefined if there is none. */
export function findRefundable(order: Order, facts: readonly BillerEvent[]): Refundable | undefined {
  const found = [...Map.groupBy(facts, ({ transactionId }) => transactionId)].flatMap(
    ([transactionId, its]) => {
      const approval = its.find((fact) => fact.kind === 'approved' && fitsOrder(order, fact));
      if (!approval || its.some(({ kind }) => kind === 'voided')) return [];
      const paidCents = approval.amountCents ?? order.amountCents;
      const disputedCents = Math.max(0, sumOf(its, order, 'charged_back') - sumOf(its, order, 'dispute_won'));
      const takenCents = sumOf(its, order, 'refunded') + disputedCents;
      const leftCents = paidCents - takenCents;
      return leftCents > 0 ? [{ transactionId, leftCents, isWhole: takenCents === 0 }] : [];
    },
  );
  return found.toSorted((a, b) => b.leftCents - a.leftCents)[0];
}

/** A refund that was asked for before. */
export interface EarlierRefund {
  readonly state: RefundState;
  readonly amountCents: number;
  readonly askedAt: Date;
}

/** How long the biller's post of a refund that it took is waited for before it may be asked again. */
const POST_WAIT_MS = 72 * HOUR_MS;

/** Why a refund cannot be asked for now; null: it can. */
export function barOf(given: {
  readonly order: { readonly state: OrderState };
  readonly refunds: BillerPort['capabilities']['refunds'];
  readonly refundable: Refundable | undefined;
  readonly last: EarlierRefund | undefined;
  readonly nowMs: number;
}): RefundBar | null {
  const { order, refunds, refundable, last, nowMs } = given;
  if (order.state === 'refunded' || order.state === 'charged_back') return 'all_given_back';
  if (order.state !== 'succeeded') return 'not_paid';
  if (refunds === 'none') return 'biller_gives_nothing_back';
  if (!refundable) return 'all_given_back';
  if (refunds === 'whole' && !refundable.isWhole) return 'whole_only';
  if (last?.state === 'asking') return 'under_way';
  if (last?.state === 'asked' && nowMs - last.askedAt.getTime() < POST_WAIT_MS) return 'under_way';
  // An unanswered refund may have been made. A biller refunds no more than was paid, so asking for the whole again
  // refunds nothing twice; a partial refund could be doubled.
  if (last?.state === 'unknown' && !refundable.isWhole) return 'under_way';
  return null;
}

/** What tokens a refund takes back, and what follows by rule. */
export interface RefundEffect {
  readonly spentTokens: number;
  readonly balanceAfter: number;
  readonly stopsSpending: boolean;
  readonly voidedHolds: readonly Uuid[];
}

/** What taking this many tokens back does to a person's balance and open holds. */
export function effectOf(given: {
  readonly tokens: number;
  /** Of the lot, neither spent nor taken back. */
  readonly leftTokens: number;
  readonly balance: { readonly posted: number; readonly held: number; readonly floor: number };
  readonly holds: readonly { readonly id: Uuid; readonly amountTokens: number }[];
}): RefundEffect {
  const { tokens, leftTokens, balance, holds } = given;
  const missing = tokens - (balance.posted - balance.held - balance.floor);
  const voided = holdsToVoid(holds, missing);
  const balanceAfter = balance.posted - tokens;
  return {
    spentTokens: Math.max(0, tokens - leftTokens),
    balanceAfter,
    stopsSpending: balanceAfter < balance.floor,
    voidedHolds: voided.map(({ id }) => id),
  };
}
