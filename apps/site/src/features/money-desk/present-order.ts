import type { DeskOrder, DeskOrderWhole, RefundState } from '@klieg/contract';
import { toInstant, type Uuid } from '@klieg/kernel';
import { type BillerPort, priceBookings, type SoughtCharge } from '../billing/index.ts';
import type { AccountBalance, Lot, OpenHold, TransferTrace } from '../ledger/index.ts';
import { isTakenBack } from './ask-refund.ts';
import type { DeskOrderStore, ListedOrder, ToldFact } from './desk-order-store.ts';
import { barOf, effectOf, findRefundable } from './refund-rules.ts';
import type { AskedRefund } from './refund-store.ts';

/** The biller's reports count before its answer: a reversed order has had its refund. */
const stateOf = (state: AskedRefund['state'], order: ListedOrder): RefundState =>
  isTakenBack(order.order.state) && state !== 'refused' ? 'done' : state;

export const presentOrder = (listed: ListedOrder): DeskOrder => {
  const { order, username, settledAt, transactionId, refundState } = listed;
  return {
    order_id: order.id,
    user: { id: order.accountId, username },
    biller: order.biller,
    state: order.state,
    internal_id: order.internalId,
    tokens: order.tokens,
    amount: order.amountCents,
    currency: order.currency,
    decline_code: order.declineCode,
    at: toInstant(order.createdAt),
    settled_at: settledAt && toInstant(settledAt),
    transaction_id: transactionId,
    refund: refundState && stateOf(refundState, listed),
    is_charge_open: listed.isChargeOpen,
  };
};

/** What is known of a charge whose outcome the biller has not told. */
function presentCharge(
  charge: SoughtCharge | undefined,
  { order, isChargeOpen }: ListedOrder,
): DeskOrderWhole['open_charge'] {
  const isOpen = ['sent', 'pending', 'expired'].includes(order.state);
  if (!charge || charge.isDecided || !isOpen) return null;
  return {
    asked_at: toInstant(charge.askedAt),
    looks: charge.looks,
    looked_at: charge.lookedAt && toInstant(charge.lookedAt),
    found: charge.found,
    sales: charge.sales.map(({ transactionId, amountCents, currency }) => ({
      transaction_id: transactionId,
      amount: amountCents,
      currency,
    })),
    needs_person: isChargeOpen,
  };
}

const presentTold = ({ at, event, outcome }: ToldFact): DeskOrderWhole['told'][number] => ({
  at: toInstant(at),
  kind: event.kind,
  transaction_id: event.transactionId,
  amount: event.amountCents,
  currency: event.currency,
  decline_code: event.declineCode,
  card: event.card && { brand: event.card.brand, last4: event.card.last4 },
  outcome,
});

/** All that is known of an order, before it is shown. */
export interface KnownDeskOrder {
  readonly listed: ListedOrder;
  readonly told: readonly ToldFact[];
  readonly bookings: Awaited<ReturnType<DeskOrderStore['listBookings']>>;
  readonly refunds: readonly AskedRefund[];
  readonly charge: SoughtCharge | undefined;
  readonly lot: Lot | undefined;
  readonly spends: readonly { readonly id: Uuid; readonly tokens: number; readonly trace: TransferTrace }[];
  readonly balance: AccountBalance;
  readonly holds: readonly OpenHold[];
  readonly givesBack: BillerPort['capabilities']['refunds'];
  readonly nameOf: (id: number) => string | undefined;
  /** The movement of cents that goes with one of tokens; null without one. */
  readonly moneyOf: (transferId: Uuid) => Uuid | null;
  readonly nowMs: number;
}

function presentPlan(known: KnownDeskOrder): DeskOrderWhole['plan'] {
  const { listed, bookings, balance, holds } = known;
  const facts = known.told.map(({ event }) => event);
  const refundable = findRefundable(listed.order, facts);
  const reversed = bookings.reduce(
    (sum, { kind, tokens }) =>
      kind === 'purchase' ? sum : kind === 'restored' ? sum - tokens : sum + tokens,
    0,
  );
  const tokens = refundable ? listed.order.tokens - reversed : 0;
  const leftTokens = known.lot?.leftTokens ?? 0;
  const effect = effectOf({ tokens, leftTokens, balance, holds });
  return {
    bar: barOf({
      order: listed.order,
      refunds: known.givesBack,
      refundable,
      last: known.refunds[0],
      nowMs: known.nowMs,
    }),
    amount: refundable?.leftCents ?? 0,
    tokens,
    spent_tokens: effect.spentTokens,
    balance: balance.posted,
    balance_after: effect.balanceAfter,
    stops_spending: effect.stopsSpending,
    voided_holds: holds
      .filter(({ id }) => effect.voidedHolds.includes(id))
      .map(({ id, kind, amountTokens }) => ({ id, kind, tokens: amountTokens })),
  };
}

export function presentWhole(known: KnownDeskOrder): DeskOrderWhole {
  const { listed, lot } = known;
  return {
    order: {
      ...presentOrder(listed),
      refund: known.refunds[0] ? stateOf(known.refunds[0].state, listed) : null,
    },
    told: known.told.map(presentTold),
    bookings: priceBookings(listed.order, known.bookings).map((booking) => ({
      kind: booking.kind,
      tokens: booking.tokens,
      cents: booking.cents,
      transfer_id: booking.transferId,
      money_transfer_id: known.moneyOf(booking.transferId),
      is_done: booking.isDone,
    })),
    paid_for: known.spends.map(({ id, tokens, trace }) => ({
      transfer_id: id,
      kind: trace.kind,
      at: toInstant(trace.at),
      tokens,
      receiver:
        ('person' in trace.credit ? known.nameOf(trace.credit.person) : undefined) ??
        trace.counterpart ??
        null,
    })),
    lot: lot ? { bought_tokens: lot.boughtTokens, left_tokens: lot.leftTokens } : null,
    refunds: known.refunds.map((refund) => ({
      id: refund.id,
      at: toInstant(refund.askedAt),
      by: known.nameOf(refund.askedBy) ?? '',
      reason: refund.reason,
      amount: refund.amountCents,
      state: stateOf(refund.state, listed),
    })),
    plan: presentPlan(known),
    open_charge: presentCharge(known.charge, listed),
  };
}
