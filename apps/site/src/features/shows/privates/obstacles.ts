import type { AccountId } from '@klieg/kernel';
import type { Transaction } from '#site/platform/postgres/index.ts';

/** In which of these rooms something else is announced or running, as the transaction sees it. */
export type FindBarred = (
  transaction: Transaction,
  roomIds: readonly AccountId[],
) => Promise<ReadonlySet<AccountId>>;

/** What other features have in a room that leaves no place for a private (S302), nor for each other's shows. */
export interface Obstacles {
  /** @returns what all the others have there */
  add(find: FindBarred): FindBarred;
  readonly barred: FindBarred;
}

export function makeObstacles(): Obstacles {
  const finders: FindBarred[] = [];
  const allOf =
    (isAsked: (find: FindBarred) => boolean): FindBarred =>
    async (transaction, roomIds) => {
      const found = await Promise.all(finders.filter(isAsked).map((find) => find(transaction, roomIds)));
      return new Set(found.flatMap((ids) => [...ids]));
    };
  return {
    add(own) {
      finders.push(own);
      return allOf((find) => find !== own);
    },
    barred: allOf(() => true),
  };
}
