import type { AccountId } from '@klieg/kernel';
import type { BlockStore } from '../blocks/index.ts';
import type { AccountStore } from '../identity/index.ts';
import type { RoomsFeature } from '../rooms/index.ts';

interface InRoom {
  readonly roomId: AccountId;
  readonly viewerId: AccountId;
}

/**
 * Which people with time or a turn in a house may no longer be there (S9), in the order of the asks, even if those
 * events were missed.
 */
export type FindPutOut = (asked: readonly InRoom[]) => Promise<readonly boolean[]>;

export function makeFindPutOut(deps: {
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  readonly blocks: Pick<BlockStore, 'listApart'>;
  readonly sanctions: Pick<RoomsFeature['sanctions'], 'listPutOut'>;
}): FindPutOut {
  return async (asked) => {
    if (asked.length === 0) return [];
    const byRoom = Map.groupBy(asked, ({ roomId }) => roomId);
    const [people, apart, putOut] = await Promise.all([
      deps.accounts.listByIds(asked.map(({ viewerId }) => viewerId)),
      deps.blocks.listApart(asked.map(({ roomId, viewerId }) => [roomId, viewerId] as const)),
      Promise.all(
        [...byRoom].map(async ([roomId, its]) => {
          const ids = its.map(({ viewerId }) => viewerId);
          return [roomId, await deps.sanctions.listPutOut(roomId, ids)] as const;
        }),
      ),
    ]);
    const free = new Set(people.filter(({ suspendedAt }) => suspendedAt === null).map(({ id }) => id));
    const out = new Map(putOut);
    return asked.map(
      ({ roomId, viewerId }, at) =>
        !free.has(viewerId) || apart.has(at) || (out.get(roomId)?.has(viewerId) ?? false),
    );
  };
}
