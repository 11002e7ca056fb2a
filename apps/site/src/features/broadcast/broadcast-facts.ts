import type { AccountId, Uuid } from '@klieg/kernel';
import { fact } from '../../platform/events/index.ts';

interface OfBroadcast {
  readonly accountId: AccountId;
  readonly broadcastId: Uuid;
}

/** A broadcast shows its first picture. */
export const wentLive = fact<OfBroadcast>('broadcast.went_live');

/** A broadcast has ended for good. */
export const wentOffline = fact<OfBroadcast>('broadcast.went_offline');
