import type { UserCard } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import type { Kit } from '../../platform/kit.ts';
import type { ComplianceFeature } from '../compliance/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import type { LedgerFeature } from '../ledger/index.ts';
import { type PersonMoney, presentUnlistedCard, type RoomsFeature } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { WalletFeature } from '../wallet/index.ts';
import type { FanClubFeature } from './compose.ts';
import { type FanClubDeps, makeFanClubHandlers } from './fan-club.http.ts';
import { makeFanPosts, type PostMedia } from './fan-posts.ts';
import { makeReadClub } from './read-club.ts';

/** The calls of fan clubs, which show performers as lists do. */
export function serveFanClub(
  { clock, feed }: Pick<Kit, 'clock' | 'feed'>,
  uses: {
    readonly identity: IdentityFeature;
    readonly ledger: Pick<LedgerFeature, 'ledger'>;
    readonly wallet: WalletFeature;
    readonly rooms: RoomsFeature;
    readonly fanClub: FanClubFeature;
    readonly compliance: Pick<ComplianceFeature, 'terms'>;
    readonly billing: { readMoney(person: AccountId, owner: AccountId | null): Promise<PersonMoney> };
    /** Media that posts show. */
    readonly mediaLibrary: { readonly postMedia: PostMedia };
    readonly discovery: { cardFor(username: string, caller: SiteCaller): UserCard | undefined };
  },
) {
  const { access, rooms } = uses.rooms;
  const now = () => clock.now();
  const deps: FanClubDeps = {
    ...uses.fanClub,
    access,
    accounts: uses.identity.accounts,
    media: uses.mediaLibrary.postMedia,
    fanPosts: makeFanPosts({
      ...uses.fanClub,
      access,
      accounts: uses.identity.accounts,
      media: uses.mediaLibrary.postMedia,
      refuseText: uses.compliance.terms.refuserOf('messages'),
      feed,
      now,
    }),
    cardOf: async (owner, caller) =>
      uses.discovery.cardFor(owner.username, caller) ??
      presentUnlistedCard(owner, await rooms.get(owner.id), now()),
    readMoney: uses.billing.readMoney,
    wallet: uses.wallet.wallet,
    ledger: uses.ledger.ledger,
    now,
  };
  const readClub = makeReadClub(deps);
  return {
    /** The club as pages of the first kind show it. */
    getFanClub: (username: string, hasProfile: boolean, caller: SiteCaller) =>
      readClub(username, { limit: 30, hasProfile }, caller),
    handlers: makeFanClubHandlers(deps, readClub),
  };
}
