import { deriveTransferId } from '../../ledger/index.ts';
import type { Uuid } from '@klieg/kernel';
import type { BillerEvent } from '../billers/port/biller-port.ts';
import type { Order } from './order-store.ts';
import type { OrderTarget, SuspendedPayment } from './order-target.ts';
import { readUnits } from '../products/unit-rules.ts';

/** A change of the ledger that an order has made or is about to make. */
export interface Booking {
  readonly number: number;
  /** `restored` gives back what an earlier refund or chargeback took, as when a dispute is won. */
  readonly kind: 'purchase' | 'refund' | 'chargeback' | 'restored';
  readonly tokens: number;
  readonly transferId: Uuid;
  /** The credit that a refund or chargeback takes back. */
  readonly reverses: Uuid | null;
  readonly isDone: boolean;
}

type OrderTerms = Pick<Order, 'id' | 'tokens' | 'amountCents' | 'currency'>;

/** One transaction of the biller after all of its facts, in cents. */
interface Transaction {
  readonly id: string;
  readonly currency: string;
  readonly isFitting: boolean;
  readonly chargedBackCents: number;
  /** What is left of it. */
  readonly leftCents: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A fact with its amount and currency: what its biller left out is what the order says. */
type ToldFact = BillerEvent & { readonly amountCents: number; readonly currency: string };
const asTold = (order: Omit<OrderTerms, 'id'>, event: BillerEvent): ToldFact => ({
  ...event,
  amountCents: event.amountCents ?? order.amountCents,
  currency: event.currency ?? order.currency,
});

/** Whether a fact counts for the order; one that does not can only have the effect of a suspended payment. */
export function fitsOrder(order: Omit<OrderTerms, 'id'>, event: BillerEvent): boolean {
  if (event.paidTokens !== undefined) return true;
  const { amountCents, currency } = asTold(order, event);
  const isWhole = event.kind === 'approved' || event.kind === 'declined';
  return (
    currency === order.currency &&
    (isWhole ? amountCents === order.amountCents : amountCents > 0 && amountCents <= order.amountCents)
  );
}

/** What is left of one transaction; undefined while nothing was paid by it. */
function readTransaction(order: OrderTerms, id: string, facts: readonly ToldFact[]): Transaction | undefined {
  const approvals = facts.filter(({ kind }) => kind === 'approved');
  // If a biller reports one transaction in two ways, the fitting one counts; the choice must not depend on their order.
  const approval =
    approvals.find((fact) => fitsOrder(order, fact)) ??
    approvals.toSorted((a, b) => compare(a.eventId, b.eventId))[0];
  if (!approval || approval.amountCents <= 0) return undefined;
  const { amountCents, currency } = approval;
  const centsOf = (kind: BillerEvent['kind']) =>
    sum(
      facts.flatMap((fact) =>
        fact.kind === kind && fact.currency === currency && fact.amountCents > 0 ? fact.amountCents : [],
      ),
    );
  const isVoided = facts.some(({ kind }) => kind === 'voided');
  const refundedCents = isVoided ? amountCents : Math.min(amountCents, centsOf('refunded'));
  const disputedCents = Math.max(0, centsOf('charged_back') - centsOf('dispute_won'));
  const chargedBackCents = Math.min(amountCents - refundedCents, disputedCents);
  return {
    id,
    currency,
    isFitting: fitsOrder(order, approval),
    chargedBackCents,
    leftCents: amountCents - refundedCents - chargedBackCents,
  };
}

/**
 * The state of an order from everything its biller has told. A function of the set of facts: order and repetition
 * change nothing. An order is paid by what is left of all its transactions, up to its price; any surplus is suspended.
 */
export function readOrder(order: OrderTerms, facts: readonly BillerEvent[]): OrderTarget {
  const byId = new Map(facts.map((fact) => [fact.eventId, fact]));
  const distinct = [...byId.values()].map((fact) => asTold(order, fact));
  const units = readUnits(distinct);
  if (units) return units;
  const byTransaction = Map.groupBy(distinct, ({ transactionId }) => transactionId);
  const transactions = [...byTransaction]
    .flatMap(([id, its]) => readTransaction(order, id, its) ?? [])
    .toSorted((a, b) => compare(a.id, b.id));
  const paying = transactions.filter(({ isFitting }) => isFitting);

  let missingCents = order.amountCents;
  const suspended: SuspendedPayment[] = [];
  for (const { id, currency, isFitting, leftCents } of transactions) {
    const takenCents = isFitting ? Math.min(missingCents, leftCents) : 0;
    missingCents -= takenCents;
    if (leftCents > takenCents)
      suspended.push({
        transactionId: id,
        reason: isFitting ? 'second_payment' : 'amount_differs',
        amountCents: leftCents - takenCents,
        currency,
      });
  }
  const tokensOf = (cents: number): number => Math.floor((order.tokens * cents) / order.amountCents);
  const reversedTokens = paying.length > 0 ? tokensOf(missingCents) : 0;
  const disputedCents = Math.min(missingCents, sum(paying.map(({ chargedBackCents }) => chargedBackCents)));
  const chargedBackTokens = paying.length > 0 ? Math.min(reversedTokens, tokensOf(disputedCents)) : 0;
  const base = { transactionId: paying[0]?.id ?? null, suspended };
  if (paying.length > 0) {
    const reversedState = disputedCents > 0 ? 'charged_back' : 'refunded';
    return {
      ...base,
      state: missingCents === order.amountCents ? reversedState : 'succeeded',
      declineCode: null,
      creditedTokens: order.tokens,
      refundedTokens: reversedTokens - chargedBackTokens,
      chargedBackTokens,
    };
  }
  // Of several declines, the one with the biller's greatest id gives the reason.
  const decline = distinct
    .filter((fact) => fact.kind === 'declined' && fitsOrder(order, fact))
    .toSorted((a, b) => compare(a.eventId, b.eventId))
    .at(-1);
  const undecided = distinct.some(({ kind }) => kind === 'pending') ? ('pending' as const) : undefined;
  return {
    ...base,
    state: decline ? 'declined' : undecided,
    declineCode: decline ? (decline.declineCode ?? 'DECLINED') : null,
    creditedTokens: 0,
    refundedTokens: 0,
    chargedBackTokens: 0,
  };
}

const sumOfKind = (bookings: readonly Booking[], ...kinds: readonly Booking['kind'][]): number =>
  sum(bookings.filter(({ kind }) => kinds.includes(kind)).map(({ tokens }) => tokens));

/** The first of a kind has the order's own id, later ones a number: a repeat of the planning finds the same ids. */
const transferIdOf = (order: OrderTerms, kind: Booking['kind'], bookings: readonly Booking[]): Uuid =>
  deriveTransferId(
    bookings.some((booking) => booking.kind === kind) ? `${kind}:${bookings.length}` : kind,
    order.id,
  );

/** The bookings still needed to match the facts; none if they match. */
export function planBookings(
  order: OrderTerms,
  target: OrderTarget,
  booked: readonly Booking[],
): readonly Booking[] {
  const all = [...booked];
  const add = (kind: Booking['kind'], tokens: number, reverses: Uuid | null = null) => {
    if (tokens <= 0) return;
    const transferId = transferIdOf(order, kind, all);
    all.push({ number: all.length, kind, tokens, transferId, reverses, isDone: false });
  };
  /** Takes tokens back from the credits that still have some; the ledger reverses no credit twice. */
  const takeBack = (kind: 'refund' | 'chargeback', wanted: number) => {
    let missing = wanted;
    for (const credit of all.filter((one) => one.kind === 'purchase' || one.kind === 'restored')) {
      const taken = sum(
        all.filter(({ reverses }) => reverses === credit.transferId).map(({ tokens }) => tokens),
      );
      const tokens = Math.min(missing, credit.tokens - taken);
      add(kind, tokens, credit.transferId);
      missing -= Math.max(0, tokens);
    }
  };

  // What an order brings is fixed, except for those paid by several payments.
  add('purchase', target.creditedTokens - sumOfKind(all, 'purchase'));
  const reversed = sumOfKind(all, 'refund', 'chargeback') - sumOfKind(all, 'restored');
  const difference = target.refundedTokens + target.chargedBackTokens - reversed;
  if (difference < 0) add('restored', -difference);
  if (difference > 0) {
    const openChargebacks = sumOfKind(all, 'chargeback') - sumOfKind(all, 'restored');
    const chargeback = Math.min(difference, Math.max(0, target.chargedBackTokens - openChargebacks));
    takeBack('chargeback', chargeback);
    takeBack('refund', difference - chargeback);
  }
  return all.slice(booked.length);
}

/** A booking and the part of the order's price that goes with it, in cents. */
export interface PricedBooking extends Booking {
  readonly cents: number;
}

/**
 * The part of the price for each booking. It follows the tokens left of the order afterwards, rounded down, so that
 * however often something is reversed and restored, the total never exceeds the price.
 * @param bookings all of the order, in order
 */
export function priceBookings(order: OrderTerms, bookings: readonly Booking[]): readonly PricedBooking[] {
  const centsAt = (tokens: number): number => Math.floor((order.amountCents * tokens) / order.tokens);
  let left = 0;
  return bookings.map((booking) => {
    const before = left;
    left += booking.kind === 'purchase' || booking.kind === 'restored' ? booking.tokens : -booking.tokens;
    return { ...booking, cents: Math.abs(centsAt(left) - centsAt(before)) };
  });
}
