import type { AccountId } from '@klieg/kernel';
import { siteElsewhere } from '../brand/index.ts';
import type { BlockStore } from '../blocks/index.ts';
import { type Account, accountKey, type AccountStore } from '../identity/index.ts';
import type { RoomAccess } from '../rooms/index.ts';
import { type SiteCaller, unknownBrowser } from '../sessions/index.ts';
import type { Reminded } from './reminder-store.ts';

/** Somebody not here now, at the place where they asked for the reminder. */
const absent = (account: Account, { country, state }: Reminded): SiteCaller => ({
  key: accountKey(account.id),
  isLoggedIn: true,
  isSuspended: account.suspendedAt !== null,
  cookie: undefined,
  address: '',
  network: '',
  isLoopback: false,
  site: siteElsewhere,
  locale: siteElsewhere.locale,
  account,
  browser: unknownBrowser,
  guestId: null,
  guestName: '',
  sessionId: '',
  sessionHash: null,
  sudoUntil: 0,
  country,
  state,
});

/**
 * Which of these people are reminded of a performer's stream: nobody whom the room keeps out by a ban, a country or
 * account kind, no pair of whom one ignores the other, and nobody of a performer who may not broadcast.
 */
export type MayRemind = (owner: Account, people: readonly Reminded[]) => Promise<readonly AccountId[]>;

export function makeMayRemind(deps: {
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  readonly access: Pick<RoomAccess, 'refusalOf'>;
  readonly blocks: Pick<BlockStore, 'listBetween'>;
}): MayRemind {
  return async (owner, people) => {
    if (owner.suspendedAt !== null) return [];
    const ids = people.map(({ accountId }) => accountId);
    const [accounts, apart] = await Promise.all([
      deps.accounts.listByIds(ids),
      deps.blocks.listBetween(owner.id, ids),
    ]);
    const byId = new Map(accounts.map((account) => [account.id, account]));
    const found: AccountId[] = [];
    for (const one of people) {
      const account = byId.get(one.accountId);
      if (!account || account.suspendedAt !== null || apart.has(account.id)) continue;
      if ((await deps.access.refusalOf(owner, absent(account, one))) === null) found.push(account.id);
    }
    return found;
  };
}
