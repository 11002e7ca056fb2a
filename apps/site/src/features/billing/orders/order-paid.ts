import type { AccountId, Uuid } from '@klieg/kernel';
import { fact } from '#site/platform/events/index.ts';

/** A purchase is paid and its tokens are credited. Sent again for an order whose dispute was won. */
export const orderPaid = fact<{ readonly orderId: Uuid; readonly accountId: AccountId }>(
  'billing.order_paid',
);
