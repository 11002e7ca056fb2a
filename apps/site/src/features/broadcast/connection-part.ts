import { isSignalWarning } from '@klieg/contract/features/broadcast/signal-warnings';
import type { StreamHealth } from '@klieg/contract/media';
import type { CardPart } from '../rooms/index.ts';
import type { BroadcastControl } from './life/broadcast-control.ts';

/** A good connection; also one of which media has not reported yet. */
const GOOD = 4;
/** A connection that something comes through. */
const WORST = 1;
/** From this share of lost packets on a picture breaks again and again. */
const BREAKS_PERCENT = 10;

/** How good the connection of a broadcast is, from 1 to 4: each thing that is wrong with it takes a point. */
export function connectionOf(health: Pick<StreamHealth, 'warnings' | 'lossPercent'> | undefined): number {
  if (!health) return GOOD;
  const faults = health.warnings.filter((code) => !isSignalWarning(code)).length;
  return Math.max(WORST, GOOD - faults - Number(health.lossPercent >= BREAKS_PERCENT));
}

/** How good the connections of performers are who broadcast, on cards. */
export const makeConnectionCardPart = (
  broadcasts: Pick<BroadcastControl, 'healthOf'>,
): CardPart<'connection_quality'> => ({
  empty: { connection_quality: GOOD },
  read: (models) =>
    Promise.resolve(
      models.map(({ broadcastId }) => ({
        connection_quality: connectionOf(broadcasts.healthOf(broadcastId)),
      })),
    ),
});
