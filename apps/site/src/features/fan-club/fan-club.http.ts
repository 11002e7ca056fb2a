import type { callsByFeature, FanClub, UserCard } from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { Account } from '../identity/index.ts';
import type { RoomAccess } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { fanTiers } from './fan-tiers.ts';

export interface FanClubDeps {
  readonly access: RoomAccess;
  /** Card of a performer as this caller may find it, also where no list shows the performer. */
  readonly cardOf: (owner: Account, caller: SiteCaller) => Promise<UserCard>;
}

/** The fan club of a performer. @throws rooms.not_found, rooms.banned, fan_club.off */
export function makeGetFanClub(deps: FanClubDeps) {
  return async (username: string, hasProfile: boolean, caller: SiteCaller): Promise<FanClub> => {
    const owner = await deps.access.enter(username, caller);
    const tiers = fanTiers(owner.settings);
    if (tiers.length === 0) throw new AppError('fan_club.off');
    return {
      tiers: [...tiers],
      membership: null,
      members: 0,
      posts: [],
      next_cursor: null,
      user: hasProfile ? await deps.cardOf(owner, caller) : null,
      logo_url: null,
      media_counts: { supporter: 0, insider: 0, legend: 0 },
    };
  };
}

export function makeFanClubHandlers(
  deps: FanClubDeps,
): Handlers<(typeof callsByFeature)['fan-club'], SiteCaller> {
  const getFanClub = makeGetFanClub(deps);
  return {
    getFanClub: ({ params, query }, { caller }) => getFanClub(params.username, query.profile === '1', caller),
  };
}
