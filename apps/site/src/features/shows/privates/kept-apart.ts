import type { AccountId } from '@klieg/kernel';
import type { BlockStore } from '../../blocks/index.ts';
import type { SanctionStore } from '../../rooms/index.ts';

/** Somebody with a performer. */
export interface Together {
  readonly ownerId: AccountId;
  readonly accountId: AccountId;
}

/** Which pairs of people may not share a show. */
export interface KeptApart {
  /**
   * Indexes of pairs where one ignores the other or is banned from the room. May miss a decision of the last moment;
   * `followRooms` catches it.
   */
  list(pairs: readonly Together[]): Promise<ReadonlySet<number>>;
}

export const makeKeptApart = (deps: {
  readonly blocks: Pick<BlockStore, 'listApart'>;
  readonly sanctions: Pick<SanctionStore, 'listPutOutOf'>;
}): KeptApart => ({
  async list(pairs) {
    const ids = pairs.map(({ ownerId, accountId }) => [ownerId, accountId] as const);
    const [ignoring, putOut] = await Promise.all([
      deps.blocks.listApart(ids),
      deps.sanctions.listPutOutOf(ids),
    ]);
    return new Set([...ignoring, ...putOut]);
  },
});
