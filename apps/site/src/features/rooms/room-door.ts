import { AppError } from '@klieg/kernel';
import type { Account, AccountStore } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { addressTagOf } from './address-tag.ts';
import { isAtHome, mayEnter, roleIn } from './entry-rules.ts';
import type { ModeratorStore } from './moderator-store.ts';
import type { Role } from './sight-rules.ts';
import type { Sanction, SanctionStore, Visitor } from './sanction-store.ts';

export type EntryRefusal = 'not_found' | 'banned';

/** The one door of rooms: everything that shows a room, its stream or its people asks here. */
export interface RoomDoor {
  /** Why a caller may not enter, or null. Streamer and staff always may. */
  refusalOf(owner: Account | undefined, caller: SiteCaller): Promise<EntryRefusal | null>;
  /** The owner of a room that the caller may enter. @throws rooms.not_found, rooms.banned */
  enter(username: string, caller: SiteCaller): Promise<Account>;
  /** @throws rooms.not_found, rooms.banned */
  check(owner: Account | undefined, caller: SiteCaller): Promise<Account>;
  roleOf(owner: Account, account: Account | null): Promise<Role>;
  silenceOf(owner: Account, caller: SiteCaller): Promise<Sanction | undefined>;
  /** What stands for the network of an address in bans. */
  addressTag(address: string): string | undefined;
}

export function makeRoomDoor(deps: {
  readonly accounts: AccountStore;
  readonly sanctions: SanctionStore;
  readonly moderators: ModeratorStore;
  readonly secret: Uint8Array;
}): RoomDoor {
  const visitorOf = ({ account, guestId, address }: SiteCaller): Visitor => ({
    accountId: account?.id ?? null,
    accountCreatedAt: account?.createdAt ?? null,
    guestId,
    addressTag: addressTagOf(deps.secret, address) ?? null,
  });

  const refusalOf: RoomDoor['refusalOf'] = async (owner, caller) => {
    if (!owner || !mayEnter(owner, caller)) return 'not_found';
    if (isAtHome(owner, caller)) return null;
    return (await deps.sanctions.findBarring(owner.id, visitorOf(caller))) ? 'banned' : null;
  };
  const check: RoomDoor['check'] = async (owner, caller) => {
    const refusal = await refusalOf(owner, caller);
    if (refusal) throw new AppError(`rooms.${refusal}`);
    return owner!;
  };

  return {
    refusalOf,
    check,
    enter: async (username, caller) => check(await deps.accounts.findByUsername(username), caller),
    async roleOf(owner, account) {
      const isModerator = account !== null && (await deps.moderators.isModerator(owner.id, account.id));
      return roleIn(owner, account, isModerator);
    },
    silenceOf: (owner, caller) => deps.sanctions.findSilence(owner.id, visitorOf(caller)),
    addressTag: (address) => addressTagOf(deps.secret, address),
  };
}
