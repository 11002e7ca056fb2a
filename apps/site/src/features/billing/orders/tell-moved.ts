import type { OrderState } from '@klieg/contract';
import type { Outbox } from '#site/platform/events/index.ts';
import type { Transaction } from '#site/platform/postgres/index.ts';
import { orderChargedBack } from './order-charged-back.ts';
import { orderPaid } from './order-paid.ts';
import { orderReversed } from './order-reversed.ts';
import type { Order } from './order-store.ts';

/** Writes what follows from an order's new state into the transaction that makes it true. */
export const makeTellMoved =
  (outbox: Pick<Outbox, 'add'>) =>
  async (transaction: Transaction, order: Order, state: OrderState): Promise<void> => {
    const what = { orderId: order.id, accountId: order.accountId };
    if (state === 'succeeded') await outbox.add(transaction, orderPaid, what);
    if (state === 'charged_back') await outbox.add(transaction, orderChargedBack, what);
    if (state === 'refunded' || state === 'charged_back') await outbox.add(transaction, orderReversed, what);
  };
