import type { Metrics } from '../../platform/metrics/index.ts';
import type { PostbackStore } from './posts/postback-store.ts';
import type { SettlementStore } from './orders/settlement-store.ts';

/** Declares what an operator watches of posts and payments; returns the function that refreshes it. */
export function watchPosts(deps: {
  readonly metrics: Metrics;
  readonly postbacks: Pick<PostbackStore, 'countOpen'>;
  readonly settlements: Pick<SettlementStore, 'countSuspended'>;
}) {
  const { metrics, postbacks, settlements } = deps;
  const open = metrics.gauge({
    name: 'klieg_biller_posts_open',
    help: 'Posts of billers that wait to be worked off',
  });
  const quarantined = metrics.gauge({
    name: 'klieg_biller_posts_quarantined',
    help: 'Posts of billers that were put aside after their last try',
  });
  const suspended = metrics.gauge({
    name: 'klieg_suspended_payments',
    help: 'Payments that were taken and pay for nothing',
  });
  const suspendedCents = metrics.gauge({
    name: 'klieg_suspended_cents',
    help: 'Cents of payments that were taken and pay for nothing',
  });
  return async (): Promise<void> => {
    const [posts, payments] = await Promise.all([postbacks.countOpen(), settlements.countSuspended()]);
    open.set(posts.open);
    quarantined.set(posts.quarantined);
    suspended.set(payments.count);
    suspendedCents.set(payments.cents);
  };
}
