import type { PlaceReasons } from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { SiteCaller } from '../sessions/index.ts';
import type { Catalog } from './catalog.ts';
import { commonTraits, type KnownRooms } from './for-you.ts';
import { LIVE } from './listings/tabs.ts';

const toHundredths = (points: number): number => Math.round(points * 100) / 100;

/**
 * Explains to a reader why a room is ranked where it is.
 * @throws rooms.not_found for a name that no list of this reader shows
 */
export const makeExplainPlace =
  (deps: {
    readonly catalog: Pick<Catalog, 'find' | 'byName' | 'pointsOf' | 'isBlockedFor'>;
    /** The rooms that say what the caller likes; none for a guest. */
    readonly knownOf: (caller: SiteCaller) => Promise<KnownRooms>;
  }) =>
  async (username: string, caller: SiteCaller): Promise<PlaceReasons> => {
    const { catalog } = deps;
    const card = catalog.isBlockedFor(username, caller) ? undefined : catalog.byName(username);
    const points = catalog.pointsOf(username);
    if (!card || !points) throw new AppError('rooms.not_found');
    const place = { country: caller.country, state: caller.state };
    const live = catalog.find({ groups: [LIVE], hide: [], place });
    const { cards, tipped } = await deps.knownOf(caller);
    const others = cards.filter((one) => one.username !== username);
    return {
      username,
      displayName: card.displayName,
      position: live.positionOf(username) ?? null,
      live_count: live.total,
      points: {
        viewers: toHundredths(points.viewers),
        rating: toHundredths(points.rating),
        connection: toHundredths(points.connection),
        newcomer: toHundredths(points.newcomer),
        opened: toHundredths(points.opened),
      },
      for_you:
        others.length === 0
          ? null
          : { rooms: others.length, traits: commonTraits(card, { cards: others, tipped }) },
    };
  };
