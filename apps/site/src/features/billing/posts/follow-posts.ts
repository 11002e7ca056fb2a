import type { Biller } from '@klieg/contract';
import type { Uuid } from '@klieg/kernel';
import type { Kit } from '#site/platform/kit.ts';
import type { WalletFeature } from '../../wallet/index.ts';
import type { BillerPort } from '../billers/port/biller-port.ts';
import { makeBookOrder } from '../orders/book-order.ts';
import type { OrderStore } from '../orders/order-store.ts';
import type { PostbackStore } from './postback-store.ts';
import { makePostbackReceiver } from './receive-postback.ts';
import { makeSettleOrder } from '../orders/settle-order.ts';
import type { SettlementStore } from '../orders/settlement-store.ts';

/** Takes what billers post, and brings orders and the ledger to it. */
export function followPosts(
  { clock, feed, log }: Pick<Kit, 'clock' | 'feed' | 'log'>,
  uses: {
    readonly billers: ReadonlyMap<Biller, BillerPort>;
    readonly orders: OrderStore;
    readonly postbacks: PostbackStore;
    readonly settlements: SettlementStore;
    readonly wallet: WalletFeature['wallet'];
    readonly onCardLeft: (orderId: Uuid, cardId: Uuid) => Promise<void>;
  },
) {
  const settle = makeSettleOrder({
    ...uses,
    book: makeBookOrder(uses.wallet),
    sendUpdate: (id, update) => feed.send(id, 'v3.payment.update', update),
    sendEpochError: (id, error) => feed.send(id, 'v3.epoch_oneclick_error', error),
    clock,
    log,
  });
  return makePostbackReceiver({ ...uses, settle, clock, log });
}
