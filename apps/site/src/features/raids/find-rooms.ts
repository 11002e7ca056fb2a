import type { RaidRoom, UserCard } from '@klieg/contract';
import { RAID_ROOMS_MAX } from '@klieg/contract/features/raids/limits';
import type { BlockStore } from '../blocks/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import type { RoomAccess, RoomStore } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { takesRaid } from './raid-rules.ts';
import type { RaidStore } from './raid-store.ts';

/** Whether a performer's room takes a raid from another, and which do. */
export interface RaidRooms {
  /** @param caller the raiding performer; absent: only what does not depend on her room */
  isOpen(from: Account, to: Account, caller?: SiteCaller): Promise<boolean>;
  /** Live rooms that take a raid from the caller's, by a part of their names. */
  search(caller: SiteCaller, term: string): Promise<RaidRoom[]>;
}

/** Cards checked for one answer. */
const LOOKED_AT_MAX = 60;

export function makeRaidRooms(deps: {
  readonly accounts: Pick<AccountStore, 'listByUsernames'>;
  readonly rooms: Pick<RoomStore, 'get'>;
  readonly access: Pick<RoomAccess, 'refusalOf'>;
  readonly blocks: Pick<BlockStore, 'listBetween'>;
  readonly raids: Pick<RaidStore, 'listRefusing'>;
  /** Rooms that are on the air, the ones with most viewers first. */
  readonly listLive: () => readonly UserCard[];
}): RaidRooms {
  const isOpen: RaidRooms['isOpen'] = async (from, to, caller) => {
    const [row, refusing, apart, refusal] = await Promise.all([
      deps.rooms.get(to.id),
      deps.raids.listRefusing(from.id, [to.id]),
      deps.blocks.listBetween(from.id, [to.id]),
      caller ? deps.access.refusalOf(to, caller) : null,
    ]);
    return takesRaid({
      isSelf: from.id === to.id,
      isLive: row.status === 'online' && to.suspendedAt === null,
      hasPassword: to.settings.cam_password !== null,
      isWelcome: to.settings.raids_welcome,
      isRefused: refusing.has(to.id),
      isApart: apart.has(to.id) || refusal !== null,
    });
  };
  return {
    isOpen,
    async search(caller, term) {
      const wanted = term.trim().toLowerCase();
      const cards = deps
        .listLive()
        .filter(({ username, displayName }) => `${username} ${displayName}`.toLowerCase().includes(wanted))
        .slice(0, LOOKED_AT_MAX);
      const accounts = await deps.accounts.listByUsernames(cards.map(({ username }) => username));
      const byName = new Map(accounts.map((account) => [account.username, account]));
      const found: RaidRoom[] = [];
      for (const card of cards) {
        if (found.length === RAID_ROOMS_MAX) break;
        const to = byName.get(card.username);
        if (!to || !(await isOpen(caller.account!, to, caller))) continue;
        const { username, displayName, avatarUrl, subjectText, viewer_count: viewers } = card;
        found.push({ username, displayName, avatarUrl, subject: subjectText, viewers });
      }
      return found;
    },
  };
}
