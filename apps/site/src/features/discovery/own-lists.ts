import type { AccountId } from '@klieg/kernel';
import type { RoomStore } from '../rooms/index.ts';

/** Most performers in a personal list. */
const OWN_MAX = 1_000;

/** Rooms that people have entered, newest first per person. */
export interface Visits {
  list(
    account: AccountId,
    after: undefined,
    limit: number,
  ): Promise<readonly { readonly username: string }[]>;
}

/** The performers that somebody follows and has visited, by name; those seen last come first. */
export interface OwnLists {
  followed(account: AccountId): Promise<string[]>;
  visited(account: AccountId): Promise<string[]>;
}

export const makeOwnLists = (deps: {
  readonly follows: Pick<RoomStore, 'listFollowing'>;
  readonly visits: Visits;
}): OwnLists => ({
  followed: (account) => deps.follows.listFollowing(account, OWN_MAX),
  visited: async (account) =>
    (await deps.visits.list(account, undefined, OWN_MAX)).map(({ username }) => username),
});
