import type { FanMembership } from '@klieg/contract';
import { toInstant } from '@klieg/kernel';
import type { KeptMembership } from './membership-store.ts';

/** A membership as its member sees it. @param isShutOut it is not renewed, since they may not join now */
export const presentMembership = (membership: KeptMembership, isShutOut: boolean): FanMembership => ({
  level: membership.level,
  renews_at: toInstant(new Date(membership.periodEndsAt)),
  auto_renew: membership.state !== 'canceled',
  next_level: membership.nextLevel,
  next_price: membership.nextPrice ?? membership.price,
  is_past_due: membership.state === 'past_due',
  is_shut_out: isShutOut,
});
