import type { PlaceReasons } from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { SiteCaller } from '../sessions/index.ts';
import type { Catalog } from './catalog.ts';
import { commonTraits } from './for-you.ts';
import { LIVE } from './listings/tabs.ts';

const toHundredths = (points: number): number => Math.round(points * 100) / 100;

/**
 * Explains to a reader why a room is ranked where it is.
 * @throws rooms.not_found for a name that no list of this reader shows
 */
export const makeExplainPlace =
  (deps: {
    readonly catalog: Pick<Catalog, 'find' | 'byName' | 'pointsOf' | 'isBlockedFor'>;
    /** Whom the caller follows and has visited; undefined for a guest. */
    readonly ownOf: (caller: SiteCaller) => Promise<readonly string[] | undefined>;
  }) =>
  async (username: string, caller: SiteCaller): Promise<PlaceReasons> => {
    const { catalog } = deps;
    const card = catalog.isBlockedFor(username, caller) ? undefined : catalog.byName(username);
    const points = catalog.pointsOf(username);
    if (!card || !points) throw new AppError('rooms.not_found');
    const place = { country: caller.country, state: caller.state };
    const live = catalog.find({ groups: [LIVE], hide: [], place });
    const others = ((await deps.ownOf(caller)) ?? []).filter((name) => name !== username);
    const known = others.flatMap((name) => catalog.byName(name) ?? []);
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
      for_you: known.length === 0 ? null : { rooms: known.length, traits: commonTraits(card, known) },
    };
  };
