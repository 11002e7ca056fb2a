import type { Biller } from '@klieg/contract';
import type { Wallet } from '../../wallet/index.ts';
import type { PricedBooking } from './order-rules.ts';
import type { Order } from './order-store.ts';
import { isMembershipProduct } from '../products/product-store.ts';

/** Every biller has its own accounts for what it owes the operator; their numbers are stored and never change. */
const billerNumbers: Readonly<Record<Biller, number>> = {
  ccbill: 1,
  cashtocode: 2,
  paygarden: 3,
  wnu: 4,
  rocketgate: 5,
  rocketfuel: 6,
  epoch: 7,
  paypal: 8,
  sandbox: 63,
};

/** Ten tokens are a dollar. */
const CENTS_PER_TOKEN = 10;

/**
 * The part of a booking's cents that pays for a membership rather than for its tokens.
 * @returns 0 for token packages, whose discount belongs to the tokens
 */
const revenueOf = (
  order: Pick<Order, 'internalId'>,
  { tokens, cents }: Pick<PricedBooking, 'tokens' | 'cents'>,
): number => (isMembershipProduct(order.internalId) ? Math.max(0, cents - tokens * CENTS_PER_TOKEN) : 0);

/** How the ledger calls what an order brings. */
const bought = {
  membership: 'purchase',
  purchase: 'purchase',
  re_up: 'purchase',
  postpay: 'postpay_refill',
} as const;
/** The number of a biller's own accounts in the ledger. */
export const numberOfBiller = (biller: Biller): number => billerNumbers[biller];

/** Whose accounts they are; undefined for a number that no biller has. */
export const billerOfNumber = (number: number): Biller | undefined =>
  (Object.keys(billerNumbers) as Biller[]).find((name) => billerNumbers[name] === number);

/** Carries out one booking of an order in the ledger, its tokens and its cents; a repeat has no second effect. */
export function makeBookOrder({ deposit, takeBack }: Pick<Wallet, 'deposit' | 'takeBack'>) {
  return async (order: Order, booking: PricedBooking): Promise<void> => {
    const { kind, transferId: id, tokens: amountTokens, reverses, cents } = booking;
    const paid = { cents, revenueCents: revenueOf(order, booking), biller: billerNumbers[order.biller] };
    const note = { ref: { type: 'order', id: order.id }, counterpart: order.biller };
    if (kind === 'refund' || kind === 'chargeback') {
      if (!reverses) throw new Error(`a ${kind} of the order ${order.id} names no credit`);
      await takeBack({ id, kind, transferId: reverses, amountTokens, person: order.accountId, paid, note });
      return;
    }
    await deposit({
      id,
      kind: kind === 'purchase' ? bought[order.purpose] : 'adjustment',
      ...(order.purpose === 're_up' && { type: 're_up' as const }),
      receiver: order.accountId,
      amountTokens,
      paid,
      note,
    });
  };
}
