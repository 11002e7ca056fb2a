import type { AccountId, Uuid } from '@klieg/kernel';
import { fact } from '#site/platform/events/index.ts';

/** A bank has taken a whole payment back. */
export const orderChargedBack = fact<{ readonly orderId: Uuid; readonly accountId: AccountId }>(
  'billing.order_charged_back',
);
