import type { AccountId, Uuid } from '@klieg/kernel';
import { fact } from '../../platform/events/index.ts';

/** A purchase is paid and its tokens are credited. An order whose dispute was won is paid once more. */
export const orderPaid = fact<{ readonly orderId: Uuid; readonly accountId: AccountId }>(
  'billing.order_paid',
);
