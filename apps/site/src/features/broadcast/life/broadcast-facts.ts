import type { AccountId, Uuid } from '@klieg/kernel';
import { fact } from '#site/platform/events/index.ts';

export interface OfBroadcast {
  readonly accountId: AccountId;
  readonly broadcastId: Uuid;
}

/** A broadcast shows its first picture. */
export const wentLive = fact<OfBroadcast>('broadcast.went_live');

/** A show of its own has begun in the room: what continues is no longer public. */
export const showBegan = fact<OfBroadcast>('broadcast.show_began');

/** It is over, and the room is public again. */
export const showEnded = fact<OfBroadcast>('broadcast.show_ended');

/** A broadcast has ended for good. */
export const wentOffline = fact<OfBroadcast>('broadcast.went_offline');
