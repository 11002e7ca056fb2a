import type { UserCard } from '@klieg/contract';
import type { Kit } from '../../platform/kit.ts';
import type { FanClubFeature } from '../fan-club/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import { presentUnlistedCard, type RoomsFeature } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { WalletFeature } from '../wallet/index.ts';
import { makeBuyHandlers, makeListHandlers } from './buy.http.ts';
import { makeChangeHandlers } from './change.http.ts';
import type { MediaLibraryFeature } from './compose.ts';
import { makeLibraryHandlers, makeTopHandlers } from './library.http.ts';
import { makeReadHandlers, type MediaCalls, type ReadDeps } from './read.http.ts';

/** The calls of the media library, which show performers as lists do. */
export function serveMediaLibrary(
  { clock }: Pick<Kit, 'clock'>,
  uses: {
    readonly identity: IdentityFeature;
    readonly wallet: WalletFeature;
    readonly rooms: RoomsFeature;
    readonly fanClub: FanClubFeature;
    readonly mediaLibrary: MediaLibraryFeature;
    readonly discovery: { cardFor(username: string, caller: SiteCaller): UserCard | undefined };
  },
) {
  const { mediaLibrary, fanClub } = uses;
  const { access, rooms } = uses.rooms;
  const now = () => clock.now();
  const reading: ReadDeps = {
    ...mediaLibrary,
    access,
    accounts: uses.identity.accounts,
    memberships: fanClub.memberships,
    rights: fanClub.rights,
    cardOf: async (owner, caller) =>
      uses.discovery.cardFor(owner.username, caller) ??
      presentUnlistedCard(owner, await rooms.get(owner.id), now()),
    now,
  };
  const buying = {
    ...reading,
    ...mediaLibrary,
    access,
    accounts: uses.identity.accounts,
    wallet: uses.wallet.wallet,
  };
  const handlers: MediaCalls = {
    ...makeReadHandlers(reading),
    ...makeTopHandlers(reading),
    ...makeLibraryHandlers(reading),
    ...makeBuyHandlers(buying),
    ...makeListHandlers(buying),
    ...makeChangeHandlers({ ...mediaLibrary, uploads: mediaLibrary.uploadFiles }),
  };
  return { handlers };
}
