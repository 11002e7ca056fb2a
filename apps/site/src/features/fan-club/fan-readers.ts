import type { FanLevel } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import type { Account, AccountStore } from '../identity/index.ts';
import type { RoomAccess } from '../rooms/index.ts';
import { levelsFrom } from './club-rules.ts';
import type { MembershipStore } from './membership-store.ts';

/** Members whose level covers it, except those banned from the room: the club's page is closed to them. */
export type ListReaders = (owner: Account, level: FanLevel) => Promise<readonly AccountId[]>;

export const makeListReaders =
  (deps: {
    readonly memberships: Pick<MembershipStore, 'listMemberIds'>;
    readonly access: Pick<RoomAccess, 'isBarred'>;
    readonly accounts: Pick<AccountStore, 'listByIds'>;
  }): ListReaders =>
  async (owner, level) => {
    const members = await deps.accounts.listByIds(
      await deps.memberships.listMemberIds(owner.id, levelsFrom(level)),
    );
    const barred = await Promise.all(members.map((member) => deps.access.isBarred(owner, member)));
    return members.flatMap(({ id }, at) => (barred[at] ? [] : id));
  };
