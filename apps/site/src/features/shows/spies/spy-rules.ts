import type { AccountId } from '@klieg/kernel';
import type { Room, Settings } from '@klieg/contract';
import type { Meter } from '../meters/meter-rules.ts';
import { INTERVAL_SECONDS } from '../meters/meter-rules.ts';
import type { Private } from '../privates/private-rules.ts';
import type { Spy, SpyEndReason } from './spy-store.ts';

/* Spying (machine 4): who may, what it costs, and when it ends. Pure. */

/** The first picture has to be there within this. */
export const FIRST_SPY_PICTURE_MS = 15_000;
/** A spy without a page of the room has left after this. */
export const SPY_AWAY_MS = 15_000;
/** A preview ends by its delivered seconds; this ends one whose picture is frozen. */
export const PREVIEW_LIFE_MS = 180_000;

/** One sixth of the price per minute: cost of the first picture, and the balance needed to stay (SHOWS-036). */
export const sixthOf = (price: number): number => Math.ceil(price / 6);

/** Whether a private may be spied on (SHOWS-047). */
export const maySpyOn = (
  status: Room['user']['status'],
  { spy_cost: cost }: Pick<Settings, 'spy_cost'>,
  show: Pick<Private, 'state' | 'type' | 'payerId'> | undefined,
  viewer: AccountId,
): boolean =>
  status === 'private' &&
  cost > 0 &&
  show?.state === 'running' &&
  show.type !== 'exclusive' &&
  show.payerId !== viewer;

/** A spy's meter has the spy's own id. */
export const meterOfSpy = (
  spy: Pick<Spy, 'id' | 'showId' | 'accountId' | 'roomId'>,
  { price, hasPaidStartup }: { readonly price: number; readonly hasPaidStartup: boolean },
): Meter => ({
  id: spy.id,
  showId: spy.showId,
  kind: 'spy',
  payerId: spy.accountId,
  receiverId: spy.roomId,
  price,
  aheadSeconds: INTERVAL_SECONDS,
  startupTokens: hasPaidStartup ? 0 : sixthOf(price),
});

/** Why a spy ends now; undefined: continues. */
export function spyEndOf(
  spy: Pick<Spy, 'state' | 'endsBy' | 'isFree'>,
  sight: {
    readonly now: number;
    readonly deliveredMs: number;
    readonly awayMs: number;
    readonly isUsedUp: boolean;
    readonly isAllowed: boolean;
    readonly isSold: boolean;
  },
): SpyEndReason | undefined {
  if (!sight.isAllowed) return 'removed';
  if (!sight.isSold) return 'spy_disabled';
  if (sight.awayMs >= SPY_AWAY_MS) return 'user_ended';
  const isLate = spy.endsBy !== null && sight.now >= spy.endsBy;
  if (spy.state === 'preview') return isLate ? 'preview_over' : undefined;
  if (sight.deliveredMs === 0) return isLate ? 'unpublish' : undefined;
  return sight.isUsedUp ? 'out_of_tokens' : undefined;
}
