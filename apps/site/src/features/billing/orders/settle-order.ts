import type { Biller, OrderState, Payload } from '@klieg/contract';
import { type AccountId, type Clock, isUuidV7, type Log, type Uuid } from '@klieg/kernel';
import type { BillerEvent } from '../billers/port/biller-port.ts';
import { declineSentence } from '../billers/port/decline-codes.ts';
import type { ToldCard } from './card-store.ts';
import type { Order, OrderStore } from './order-store.ts';
import { fitsOrder, planBookings, type PricedBooking, readOrder } from './order-rules.ts';
import type { SettlementStep, SettlementStore } from './settlement-store.ts';

interface Deps {
  readonly orders: Pick<OrderStore, 'keepCard'>;
  readonly settlements: SettlementStore;
  /** An order that was paid has left a card on file. Said again whenever its post is settled again. */
  readonly onCardLeft: (orderId: Uuid, cardId: Uuid) => Promise<void>;
  /** Carries out one change of the ledger; a repeat with the same id has no second effect. */
  readonly book: (order: Order, booking: PricedBooking) => Promise<void>;
  readonly sendUpdate: (account: AccountId, update: Payload<'v3.payment.update'>) => void;
  readonly sendEpochError: (account: AccountId, error: Payload<'v3.epoch_oneclick_error'>) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * What became of a post; kept with it. `settled`: its order is what all of its facts say. `unknown_transaction`: it
 * names no order, and nothing is known yet of the transaction that it names.
 */
export type Settlement = 'settled' | 'unknown_order' | 'unknown_transaction' | 'mismatch';

/** More rounds than the facts of one order can need: each round books what was missing. */
const LOOKS_MAX = 20;

type Shown = Exclude<OrderState, 'created' | 'sent'>;
const isShown = (state: OrderState): state is Shown => state !== 'created' && state !== 'sent';

const isCard = (card: BillerEvent['card']): card is Omit<ToldCard, 'biller'> =>
  card !== null && /^\d{4}$/.test(card.last4) && card.token !== '';

/**
 * Brings the order of a genuine stored post to the state that all of its facts give together. Safe to run again and on
 * several nodes at any point: the plan is made under the order's lock and stored, and the ledger knows the ids.
 */
export function makeSettleOrder(deps: Deps) {
  const tell = ({ order, movedTo, declineCode }: SettlementStep) => {
    if (!movedTo || !isShown(movedTo)) return;
    // Nobody waits for these: whoever requested the charge reports its outcome.
    if (order.purpose !== 'purchase') return;
    const isEpochPress = order.biller === 'epoch' && order.way === 'charge' && movedTo === 'declined';
    const declined = declineCode !== null && {
      declined_reason: declineCode,
      error: declineSentence(declineCode),
    };
    if (isEpochPress) return deps.sendEpochError(order.accountId, { order_id: order.id, ...declined });
    deps.sendUpdate(order.accountId, {
      seq: deps.clock.now(),
      order_id: order.id,
      status: movedTo,
      tokens: order.tokens,
      amount_cents: order.amountCents,
      currency: order.currency,
      at: deps.clock.now(),
      ...declined,
    });
  };

  const bringUp = async (id: Uuid): Promise<SettlementStep | undefined> => {
    for (let look = 0; look < LOOKS_MAX; look++) {
      const step = await deps.settlements.step(id, ({ order, facts, bookings }) => {
        const target = readOrder(order, facts);
        return { target, missing: planBookings(order, target, bookings) };
      });
      if (!step || step.undone.length === 0) return step;
      // In turn: a credit must be there before it can be taken back.
      for (const booking of step.undone) {
        await deps.book(step.order, booking);
        await deps.settlements.finishBooking(booking.transferId);
      }
    }
    throw new Error(`the order ${id} was not settled after ${LOOKS_MAX} looks`);
  };

  return async (biller: Biller, event: BillerEvent): Promise<Settlement> => {
    const isNamed = event.orderId !== '';
    const id = isNamed ? event.orderId : await deps.settlements.findOrder(biller, event.transactionId);
    if (id === undefined) return 'unknown_transaction';
    const step = isUuidV7(id) ? await bringUp(id) : undefined;
    if (!step) return 'unknown_order';
    const { order, newlySuspended } = step;
    for (const payment of newlySuspended)
      deps.log.error({ order: order.id, ...payment }, 'a payment was taken that pays for nothing');
    const isFitting = fitsOrder(order, event);
    if (isFitting && event.kind === 'approved' && isCard(event.card)) {
      const cardId = await deps.orders.keepCard(order.accountId, {
        biller: order.biller,
        token: event.card.token,
        brand: event.card.brand,
        last4: event.card.last4,
        expires: event.card.expires,
      });
      await deps.onCardLeft(order.id, cardId);
    }
    // Last: a page that then asks what it has finds the card as well.
    tell(step);
    return isFitting ? 'settled' : 'mismatch';
  };
}
