import type { AccountId } from '@klieg/kernel';
import type { BlockStore } from '../blocks/index.ts';
import type { SanctionStore } from '../rooms/index.ts';

/** Somebody with a performer. */
export interface Together {
  readonly ownerId: AccountId;
  readonly accountId: AccountId;
}

/** Who may not be in a show of each other. */
export interface KeptApart {
  /**
   * Of the pairs the places of those of whom one ignores the other, or whom the performer's room has put out. Without
   * what was decided a moment later: who is put out of a room is looked for in its shows again (`followRooms`).
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
