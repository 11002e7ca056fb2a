import type { CoShowPartner, UserCard } from '@klieg/contract';
import { CO_SHOW_PARTNERS_MAX } from '@klieg/contract/features/co-shows/limits';
import type { FriendStore } from '../friends/index.ts';
import type { AccountStore } from '../identity/index.ts';
import type { RoomStore } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { CoShowSides } from './co-show-sides.ts';
import type { CoShowStore } from './co-show-store.ts';

/**
 * Live performers whom the caller may ask, by a part of their names; without one those whom the caller follows or is
 * friends with. People who ignore the caller are listed like the others.
 */
export type FindPartners = (caller: SiteCaller, term: string) => Promise<CoShowPartner[]>;

/** Cards checked for one answer, and rooms that somebody follows. */
const LOOKED_AT_MAX = 60;
const FOLLOWED_MAX = 500;

export function makeFindPartners(deps: {
  readonly accounts: Pick<AccountStore, 'listByUsernames' | 'listByIds'>;
  readonly rooms: Pick<RoomStore, 'listFollowing'>;
  readonly friends: Pick<FriendStore, 'listConfirmed'>;
  readonly sides: Pick<CoShowSides, 'isKeptOut' | 'isIgnoring'>;
  readonly store: Pick<CoShowStore, 'listRunningIn'>;
  /** Rooms that are on the air, the ones with most viewers first. */
  readonly listLive: () => readonly UserCard[];
}): FindPartners {
  const { accounts } = deps;

  const listKnown = async ({ account }: SiteCaller): Promise<ReadonlySet<string>> => {
    const [followed, friends] = await Promise.all([
      deps.rooms.listFollowing(account!.id, FOLLOWED_MAX),
      deps.friends.listConfirmed(account!.id).then(accounts.listByIds),
    ]);
    return new Set([...followed, ...friends.map(({ username }) => username)]);
  };
  const chooserOf = async (caller: SiteCaller, term: string): Promise<(card: UserCard) => boolean> => {
    if (term !== '')
      return ({ username, displayName }) => `${username} ${displayName}`.toLowerCase().includes(term);
    const known = await listKnown(caller);
    return ({ username }) => known.has(username);
  };

  return async (caller, term) => {
    const own = caller.account!;
    const isWanted = await chooserOf(caller, term.trim().toLowerCase());
    const cards = deps
      .listLive()
      .filter((card) => card.username !== own.username && isWanted(card))
      .slice(0, LOOKED_AT_MAX);
    const people = await accounts.listByUsernames(cards.map(({ username }) => username));
    const running = await deps.store.listRunningIn(people.map(({ id }) => id));
    const found: CoShowPartner[] = [];
    for (const { username, displayName, avatarUrl, subjectText: subject, viewer_count: viewers } of cards) {
      if (found.length === CO_SHOW_PARTNERS_MAX) break;
      const other = people.find((one) => one.username === username);
      if (!other || running.has(other.id)) continue;
      if ((await deps.sides.isIgnoring(own, other)) || (await deps.sides.isKeptOut(own, other, caller)))
        continue;
      found.push({ username, displayName, avatarUrl, subject, viewers });
    }
    return found;
  };
}
