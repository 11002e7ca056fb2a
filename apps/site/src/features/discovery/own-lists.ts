import type { AccountId, Clock } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import type { Ledger } from '../ledger/index.ts';
import type { RoomStore } from '../rooms/index.ts';

/** Most performers in a personal list. */
const OWN_MAX = 1_000;
/** Tips that are older than this say little about what somebody likes now. */
const TIPS_MS = 90 * DAY_MS;
const TIPS_MAX = 200;

/** Rooms that people have entered, newest first per person. */
export interface Visits {
  list(
    account: AccountId,
    after: undefined,
    limit: number,
  ): Promise<readonly { readonly username: string }[]>;
}

/** The performers that somebody follows, has visited and has tipped; those seen last come first. */
export interface OwnLists {
  followed(account: AccountId): Promise<string[]>;
  visited(account: AccountId): Promise<string[]>;
  /** Whom the account has tipped lately; the last one first. */
  tipped(account: AccountId): Promise<AccountId[]>;
}

export const makeOwnLists = (deps: {
  readonly follows: Pick<RoomStore, 'listFollowing'>;
  readonly visits: Visits;
  readonly ledger: Pick<Ledger, 'historyOf'>;
  readonly clock: Clock;
}): OwnLists => ({
  followed: (account) => deps.follows.listFollowing(account, OWN_MAX),
  visited: async (account) =>
    (await deps.visits.list(account, undefined, OWN_MAX)).map(({ username }) => username),
  async tipped(account) {
    const from = deps.clock.now() - TIPS_MS;
    const { rows } = await deps.ledger.historyOf(account, { kind: 'tip', from, limit: TIPS_MAX });
    const given = rows.filter(({ tokens }) => tokens < 0);
    return [...new Set(given.flatMap(({ counterpartPerson }) => counterpartPerson ?? []))];
  },
});
