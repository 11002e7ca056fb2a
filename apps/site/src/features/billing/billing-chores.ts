import { DAY_MS, MINUTE_MS } from '@klieg/kernel/time';
import type { Chore, Kit } from '../../platform/kit.ts';
import { watchPosts } from './billing-metrics.ts';
import type { makeSeekCharges } from './lost-charges/seek-charges.ts';
import type { OrderStore } from './orders/order-store.ts';
import type { PostbackStore } from './posts/postback-store.ts';
import type { PostbackReceiver } from './posts/receive-postback.ts';
import type { SettlementStore } from './orders/settlement-store.ts';

/** How soon posts are worked off that a crash has left. */
const RESUME_MS = 10_000;
/** A card holder may dispute a payment for up to 540 days after it; then the bytes of its posts prove nothing more. */
const RAW_POST_DAYS = 600;

/** What billing does again and again. */
export function makeBillingChores(
  { clock, feed, metrics }: Pick<Kit, 'clock' | 'feed' | 'metrics'>,
  uses: {
    readonly orders: Pick<OrderStore, 'expireOld'>;
    readonly postbacks: Pick<PostbackStore, 'countOpen' | 'pruneRaw' | 'wakeAside'>;
    readonly settlements: Pick<SettlementStore, 'countSuspended'>;
    readonly postbackReceiver: Pick<PostbackReceiver, 'resume'>;
    readonly seekCharges: ReturnType<typeof makeSeekCharges>;
  },
): readonly Chore[] {
  const expireOrders = async () => {
    for (const order of await uses.orders.expireOld())
      feed.send(order.accountId, 'v3.payment.update', {
        seq: clock.now(),
        order_id: order.id,
        status: 'expired',
        at: clock.now(),
      });
  };
  return [
    {
      failure: 'posts of billers could not be worked off',
      everyMs: RESUME_MS,
      on: 'one',
      run: uses.postbackReceiver.resume,
    },
    {
      failure: 'charges without an answer could not be looked for',
      everyMs: MINUTE_MS,
      on: 'one',
      run: uses.seekCharges.seek,
    },
    {
      failure: 'posts of billers could not be counted',
      everyMs: RESUME_MS,
      on: 'one',
      run: watchPosts({ metrics, ...uses }),
    },
    {
      failure: 'old posts of billers could not be dropped',
      everyMs: DAY_MS,
      on: 'one',
      run: () => uses.postbacks.pruneRaw(RAW_POST_DAYS),
    },
    {
      failure: 'posts that were put aside could not be tried anew',
      everyMs: DAY_MS,
      on: 'one',
      run: uses.postbacks.wakeAside,
    },
    { failure: 'old orders could not be ended', everyMs: MINUTE_MS, on: 'one', run: expireOrders },
  ];
}
