import type { Bio, CardAction, ChatUserRole, FriendStatus, Gender, UserCard } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import type { Kit } from '../../platform/kit.ts';
import type { Account, IdentityFeature } from '../identity/index.ts';
import { type PersonMoney, presentUnlistedCard, type RoomsFeature } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { PeopleFeature } from './compose.ts';
import type { BioDetails } from './present-bio.ts';
import type { Card } from './read-card.ts';
import { makeFollowerStore } from './follower-store.ts';
import { makeGetBio, makePeopleHandlers, type PeopleDeps } from './people.http.ts';

type Subject = Account | { readonly guest: string };

/** What anybody may do to anybody with an account: whether it is taken is for the other side to say. */
const socialActions = ({ account }: SiteCaller, subject: Subject): readonly CardAction[] =>
  'guest' in subject || subject.id === account?.id ? [] : ['pm', 'friend', 'ignore'];

/** The calls about other people: cards, bios, notes, followers and the view history. */
export function servePeople(
  { database, clock }: Pick<Kit, 'database' | 'clock'>,
  uses: {
    readonly identity: IdentityFeature;
    readonly rooms: RoomsFeature;
    readonly people: PeopleFeature;
    readonly billing: {
      readMoney(person: AccountId, owner: AccountId | null): Promise<PersonMoney>;
    };
    readonly friends: {
      readonly friends: { statusOf(caller: AccountId, subject: AccountId): Promise<FriendStatus | null> };
    };
    readonly roomChat: {
      readonly roles: {
        rolesIn(caller: SiteCaller, subject: Account, room: Account): Promise<readonly ChatUserRole[]>;
        actionsFor(
          caller: SiteCaller,
          subject: Subject,
          room: Account | undefined,
        ): Promise<readonly CardAction[]>;
      };
    };
    readonly shows: { exclusivePriceOf(settings: Account['settings']): number };
    readonly schedule: { weekOf(owner: Account): Promise<Bio['schedule']> };
    readonly profile: { detailsOf(owner: Account): Promise<BioDetails> };
    readonly fanClub: {
      fanTiersOf(owner: Account): readonly Bio['fanclub'][number][];
      readonly rights: { levelOf(member: AccountId, model: AccountId): Promise<Card['fan_level']> };
    };
    readonly discovery: {
      cardFor(username: string, caller: SiteCaller): UserCard | undefined;
      similarTo(username: string, hide: readonly Gender[], caller: SiteCaller): readonly UserCard[];
    };
  },
) {
  const { access, hub, rooms } = uses.rooms;
  const deps: PeopleDeps = {
    accounts: uses.identity.accounts,
    rooms,
    access,
    hub,
    notes: uses.people.notes,
    history: uses.people.history,
    followers: makeFollowerStore(database),
    readMoney: uses.billing.readMoney,
    friendStatus: uses.friends.friends.statusOf,
    rolesIn: uses.roomChat.roles.rolesIn,
    actionsFor: async (caller, subject, room) => [
      ...socialActions(caller, subject),
      ...(await uses.roomChat.roles.actionsFor(caller, subject, room)),
      'report',
    ],
    cardOf: uses.discovery.cardFor,
    cardOfUnlisted: (owner, row) => presentUnlistedCard(owner, row, clock.now()),
    fanTiersOf: uses.fanClub.fanTiersOf,
    fanLevelOf: uses.fanClub.rights.levelOf,
    exclusivePriceOf: uses.shows.exclusivePriceOf,
    weekOf: uses.schedule.weekOf,
    detailsOf: uses.profile.detailsOf,
    similarTo: uses.discovery.similarTo,
    clock,
  };
  return { getBio: makeGetBio(deps), handlers: makePeopleHandlers(deps) };
}
