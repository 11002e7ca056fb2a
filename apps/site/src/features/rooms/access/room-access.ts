import { AppError } from '@klieg/kernel';
import type { Account, AccountStore } from '../../identity/index.ts';
import type { SiteCaller } from '../../sessions/index.ts';
import { addressTagOf } from './address-tag.ts';
import { isAtHome, mayEnter, roleIn } from './entry-rules.ts';
import type { Role } from './sight-rules.ts';
import type { VisitorFacts, VisitorStore } from './visitor-store.ts';

export type EntryRefusal = 'not_found' | 'banned';

/** What somebody entering a room may do there. */
export interface Admission {
  /** Why they may not enter, or null. */
  readonly refusal: EntryRefusal | null;
  readonly role: Role;
  /** May not write until then, in Unix milliseconds; 0: may. */
  readonly silencedUntilMs: number;
}

/** Who may enter a room: everything that shows a room, its stream or its people asks here. */
export interface RoomAccess {
  /** Why a caller may not enter, or null. Streamer and staff always may. */
  refusalOf(owner: Account | undefined, caller: SiteCaller): Promise<EntryRefusal | null>;
  /** The owner of a room that the caller may enter. @throws rooms.not_found, rooms.banned */
  enter(username: string, caller: SiteCaller): Promise<Account>;
  /** @throws rooms.not_found, rooms.banned */
  check(owner: Account | undefined, caller: SiteCaller): Promise<Account>;
  roleOf(owner: Account, account: Account | null): Promise<Role>;
  /** Whether an account is kept out of a room, wherever it comes from. */
  isBarred(owner: Account, account: Account): Promise<boolean>;
  /** Until when somebody may not write there, in Unix milliseconds; 0: they may. */
  silencedUntil(owner: Account, caller: SiteCaller): Promise<number>;
  /** All of these in one call, for somebody entering. */
  admit(owner: Account, caller: SiteCaller): Promise<Admission>;
  /** The tag for an address's network in bans. */
  addressTag(address: string): string | undefined;
}

/** Refuses somebody as far as what is known of them allows. */
function refuse(
  owner: Account,
  caller: SiteCaller,
  { isBarred }: Pick<VisitorFacts, 'isBarred'>,
): EntryRefusal | null {
  if (!mayEnter(owner, caller)) return 'not_found';
  return isBarred && !isAtHome(owner, caller) ? 'banned' : null;
}

export function makeRoomAccess(deps: {
  readonly accounts: Pick<AccountStore, 'findByUsername'>;
  readonly visitors: VisitorStore;
  readonly secret: Uint8Array;
}): RoomAccess {
  const addressTag = (address: string) => addressTagOf(deps.secret, address);
  const readFacts = (
    owner: Account,
    { account, guestId, address }: Pick<SiteCaller, 'account' | 'guestId' | 'address'>,
  ): Promise<VisitorFacts> =>
    deps.visitors.read({
      roomId: owner.id,
      accountId: account?.id ?? null,
      accountCreatedAt: account?.createdAt ?? null,
      guestId,
      addressTag: addressTag(address) ?? null,
    });

  const refusalOf: RoomAccess['refusalOf'] = async (owner, caller) => {
    if (!owner || !mayEnter(owner, caller)) return 'not_found';
    return isAtHome(owner, caller) ? null : refuse(owner, caller, await readFacts(owner, caller));
  };
  const check: RoomAccess['check'] = async (owner, caller) => {
    const refusal = await refusalOf(owner, caller);
    if (refusal) throw new AppError(`rooms.${refusal}`);
    return owner!;
  };

  return {
    refusalOf,
    check,
    enter: async (username, caller) => check(await deps.accounts.findByUsername(username), caller),
    async roleOf(owner, account) {
      if (account === null) return roleIn(owner, null, false);
      const { isModerator } = await readFacts(owner, { account, guestId: null, address: '' });
      return roleIn(owner, account, isModerator);
    },
    isBarred: async (owner, account) =>
      (await readFacts(owner, { account, guestId: null, address: '' })).isBarred,
    silencedUntil: async (owner, caller) => (await readFacts(owner, caller)).silencedUntilMs,
    async admit(owner, caller) {
      const facts = await readFacts(owner, caller);
      return {
        refusal: refuse(owner, caller, facts),
        role: roleIn(owner, caller.account, facts.isModerator),
        silencedUntilMs: facts.silencedUntilMs,
      };
    },
    addressTag,
  };
}
