import type { Payload } from '@klieg/contract';
import { type AccountId, type Clock, isUuidV7, type Log, type Uuid } from '@klieg/kernel';
import type { BillerEvent } from './biller-port.ts';
import { declineSentence } from './decline-codes.ts';
import type { Order, OrderStore } from './order-store.ts';
import type { PostbackStore } from './postback-store.ts';

interface Deps {
  readonly orders: OrderStore;
  readonly postbacks: PostbackStore;
  /** Credits the tokens of an order; a repeat with the same key has no second effect. */
  readonly credit: (purchase: {
    readonly key: Uuid;
    readonly account: AccountId;
    readonly tokens: number;
    readonly orderId: Uuid;
    readonly biller: string;
  }) => Promise<{ readonly transferId: Uuid }>;
  /** Takes back what a refund or chargeback reverses, even where it was spent (S2405). */
  readonly reverse: (reversal: {
    readonly key: Uuid;
    readonly account: AccountId;
    readonly tokens: number;
    readonly orderId: Uuid;
    readonly kind: 'refund' | 'chargeback';
  }) => Promise<void>;
  readonly sendUpdate: (account: AccountId, update: Payload<'v3.payment.update'>) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** What became of a post; kept with it. */
export type Settlement =
  | 'credited'
  | 'repeated'
  | 'declined'
  | 'reversed'
  | 'unknown_order'
  | 'mismatch'
  | 'out_of_order';

const fits = (order: Order, event: BillerEvent): boolean =>
  order.amountCents === event.amountCents && order.currency === event.currency;

/**
 * Works off one genuine post. Safe to run again at any point: the transaction is claimed for its order,
 * the ledger knows the transfer, the order only moves forward.
 */
export function makeSettleOrder(deps: Deps) {
  const tell = (
    order: Order,
    status: Payload<'v3.payment.update'>['status'],
    more: Partial<Payload<'v3.payment.update'>> = {},
  ) =>
    deps.sendUpdate(order.accountId, {
      seq: deps.clock.now(),
      order_id: order.id,
      status,
      tokens: order.tokens,
      amount_cents: order.amountCents,
      currency: order.currency,
      at: deps.clock.now(),
      ...more,
    });

  const approve = async (order: Order, event: BillerEvent): Promise<Settlement> => {
    const isOurs = await deps.postbacks.claimTransaction(
      order.biller,
      event.transactionId,
      'approved',
      order.id,
    );
    if (!isOurs) return 'mismatch';
    const { transferId } = await deps.credit({
      key: order.id,
      account: order.accountId,
      tokens: order.tokens,
      orderId: order.id,
      biller: order.biller,
    });
    const moved = await deps.orders.move(order.id, 'succeeded', {
      transactionId: event.transactionId,
      transferId,
    });
    if (event.card) await deps.orders.keepCard(order.accountId, { biller: order.biller, ...event.card });
    if (!moved) return 'repeated';
    tell(order, 'succeeded');
    return 'credited';
  };

  const reverse = async (
    order: Order,
    event: BillerEvent,
    kind: 'refund' | 'chargeback',
  ): Promise<Settlement> => {
    if (order.state !== 'succeeded') return 'out_of_order';
    const isOurs = await deps.postbacks.claimTransaction(
      order.biller,
      event.transactionId,
      event.kind,
      order.id,
    );
    if (!isOurs) return 'mismatch';
    await deps.reverse({
      key: order.id,
      account: order.accountId,
      tokens: order.tokens,
      orderId: order.id,
      kind,
    });
    const state = kind === 'refund' ? 'refunded' : 'charged_back';
    if (!(await deps.orders.move(order.id, state))) return 'repeated';
    tell(order, state);
    return 'reversed';
  };

  return async (event: BillerEvent): Promise<Settlement> => {
    const order = isUuidV7(event.orderId) ? await deps.orders.find(event.orderId) : undefined;
    if (!order) return 'unknown_order';
    if (!fits(order, event)) {
      deps.log.warn({ order: order.id, event: event.eventId }, 'a post does not fit its order');
      return 'mismatch';
    }
    switch (event.kind) {
      case 'approved':
        return order.state === 'refunded' || order.state === 'charged_back'
          ? 'repeated'
          : approve(order, event);
      case 'declined': {
        const declineCode = event.declineCode ?? 'DECLINED';
        const moved = await deps.orders.move(order.id, 'declined', { declineCode });
        if (!moved) return 'repeated';
        tell(order, 'declined', { declined_reason: declineCode, error: declineSentence(declineCode) });
        return 'declined';
      }
      case 'refunded':
        return reverse(order, event, 'refund');
      case 'charged_back':
        return reverse(order, event, 'chargeback');
    }
  };
}
