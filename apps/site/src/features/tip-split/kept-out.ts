import type { Uuid } from '@klieg/kernel';
import type { BlockStore } from '../blocks/index.ts';
import { type AccountStore, isSuspended } from '../identity/index.ts';
import type { SanctionStore } from '../rooms/index.ts';
import { seatedOf, type Split } from './split-rules.ts';

/**
 * Holds of people with a seat who could not take one now: banned from the room, ignoring or ignored by the performer,
 * or suspended. They do not pay for a room that they may not be in.
 */
export type ListKeptOut = (split: Split) => Promise<ReadonlySet<Uuid>>;

export const makeListKeptOut =
  (deps: {
    readonly accounts: Pick<AccountStore, 'listByIds'>;
    readonly blocks: Pick<BlockStore, 'listApart'>;
    readonly sanctions: Pick<SanctionStore, 'listPutOut'>;
    readonly clock: { readonly now: () => number };
  }): ListKeptOut =>
  async (split) => {
    const seated = seatedOf(split);
    if (seated.length === 0) return new Set();
    const ids = seated.map(({ accountId }) => accountId);
    const [accounts, apart, putOut] = await Promise.all([
      deps.accounts.listByIds(ids),
      deps.blocks.listApart(ids.map((id) => [split.roomId, id] as const)),
      deps.sanctions.listPutOut(split.roomId, ids),
    ]);
    const now = deps.clock.now();
    const known = new Map(accounts.map((account) => [account.id, account]));
    const isOut = (id: (typeof ids)[number], place: number): boolean => {
      const account = known.get(id);
      return !account || isSuspended(account, now) || putOut.has(id) || apart.has(place);
    };
    return new Set(
      seated.filter(({ accountId }, place) => isOut(accountId, place)).map(({ holdId }) => holdId),
    );
  };
