import type { UserCard } from '@klieg/contract';
import type { Kit } from '../../platform/kit.ts';
import type { Account } from '../identity/index.ts';
import { presentUnlistedCard, type RoomsFeature } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { type FanClubDeps, makeFanClubHandlers, makeGetFanClub } from './fan-club.http.ts';
import { fanTiers } from './fan-tiers.ts';

/** Fan clubs of performers. */
export function composeFanClub(
  { clock }: Pick<Kit, 'clock'>,
  uses: {
    readonly rooms: RoomsFeature;
    readonly discovery: { cardFor(username: string, caller: SiteCaller): UserCard | undefined };
  },
) {
  const { access, rooms } = uses.rooms;
  const deps: FanClubDeps = {
    access,
    cardOf: async (owner, caller) =>
      uses.discovery.cardFor(owner.username, caller) ??
      presentUnlistedCard(owner, await rooms.get(owner.id), clock.now()),
  };
  return {
    getFanClub: makeGetFanClub(deps),
    fanTiersOf: ({ settings }: Account) => fanTiers(settings),
    handlers: makeFanClubHandlers(deps),
  };
}
