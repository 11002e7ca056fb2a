import type { AccountId } from '@klieg/kernel';
import type { Transaction } from '../../platform/postgres/index.ts';

/** Of these rooms those in which something else is announced or runs, as the transaction sees it. */
export type FindBarred = (
  transaction: Transaction,
  roomIds: readonly AccountId[],
) => Promise<ReadonlySet<AccountId>>;

/** What other features have in a room that leaves no place for a private (S302). */
export interface Obstacles {
  add(find: FindBarred): void;
  readonly barred: FindBarred;
}

export function makeObstacles(): Obstacles {
  const finders: FindBarred[] = [];
  return {
    add: (find) => void finders.push(find),
    async barred(transaction, roomIds) {
      const found = await Promise.all(finders.map((find) => find(transaction, roomIds)));
      return new Set(found.flatMap((ids) => [...ids]));
    },
  };
}
