import type { AccountId, Uuid } from '@klieg/kernel';
import { fact } from '#site/platform/events/index.ts';

/** All of a purchase was refunded or charged back. If a dispute is won, the order is paid again. */
export const orderReversed = fact<{ readonly orderId: Uuid; readonly accountId: AccountId }>(
  'billing.order_reversed',
);
