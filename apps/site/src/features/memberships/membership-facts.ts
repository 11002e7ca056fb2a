import type { AccountId, Uuid } from '@klieg/kernel';
import { fact } from '../../platform/events/index.ts';
import type { Level } from './period-rules.ts';

/** A card was declined for the next period, and is charged again. */
export const renewalRefused = fact<{
  readonly accountId: AccountId;
  readonly level: Level;
  /** The order that was declined. */
  readonly orderId: Uuid;
  readonly cents: number;
  /** Unix milliseconds. */
  readonly nextTryAt: number;
}>('memberships.renewal_refused');

/** Somebody is no longer a member. */
export const membershipEnded = fact<{
  readonly accountId: AccountId;
  readonly level: Level;
  /** `unpaid`: the card was declined for the next period; `reversed`: its payment was taken back. */
  readonly reason: 'over' | 'unpaid' | 'reversed';
}>('memberships.ended');
