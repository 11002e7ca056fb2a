import type { AccountId } from '@klieg/kernel';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { BlockStore } from '../blocks/index.ts';
import type { Account } from '../identity/index.ts';
import type { RoomAccess, RoomRow, RoomStore, SanctionStore } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { FindBarred } from '../shows/index.ts';
import type { Side } from './co-show-rules.ts';
import type { CoShowStore } from './co-show-store.ts';

/** A room with what a co-show needs to know about it. */
export type KeptSide = Side & Pick<RoomRow, 'broadcastId'>;

/** How two performers and their rooms relate. */
export interface CoShowSides {
  /**
   * Locks the rooms until the transaction ends. Locks are taken in one order, requests and rooms each by id, so that
   * two who ask or accept at once cannot deadlock.
   */
  keep(within: Transaction, ids: readonly AccountId[]): Promise<(id: AccountId) => KeptSide>;
  /** One has banned the other, or the caller is kept out of the other's room. Ignoring is checked separately. */
  isKeptOut(own: Account, other: Account, caller?: SiteCaller): Promise<boolean>;
  isIgnoring(own: Account, other: Account): Promise<boolean>;
  /** One has put the other out or ignores them. */
  isApart(own: Account, other: Account, caller?: SiteCaller): Promise<boolean>;
}

export function makeCoShowSides(deps: {
  readonly rooms: Pick<RoomStore, 'keep'>;
  readonly access: Pick<RoomAccess, 'refusalOf'>;
  readonly sanctions: Pick<SanctionStore, 'listPutOut'>;
  readonly blocks: Pick<BlockStore, 'isIgnoring' | 'listBetween'>;
  readonly store: Pick<CoShowStore, 'lock' | 'listRunningIn'>;
  readonly barred: FindBarred;
}): CoShowSides {
  const isKeptOut: CoShowSides['isKeptOut'] = async (own, other, caller) => {
    const [refusal, here, there] = await Promise.all([
      caller ? deps.access.refusalOf(other, caller) : null,
      deps.sanctions.listPutOut(own.id, [other.id]),
      deps.sanctions.listPutOut(other.id, [own.id]),
    ]);
    return refusal !== null || here.size + there.size > 0;
  };
  return {
    async keep(within, given) {
      const ids = [...new Set(given)].toSorted((a, b) => a - b);
      await deps.store.lock(within, ids);
      const rows = new Map<AccountId, RoomRow>();
      for (const id of ids) rows.set(id, await deps.rooms.keep(within, id));
      const barred = await deps.barred(within, ids);
      const running = await deps.store.listRunningIn(ids, within);
      return (id) => {
        const { status, broadcastId } = rows.get(id)!;
        return {
          status,
          broadcastId,
          hasBroadcast: broadcastId !== null,
          isBarred: barred.has(id),
          isInCoShow: running.has(id),
        };
      };
    },
    isKeptOut,
    isIgnoring: (own, other) => deps.blocks.isIgnoring(own.id, other.id),
    async isApart(own, other, caller) {
      const [isOut, ignoring] = await Promise.all([
        isKeptOut(own, other, caller),
        deps.blocks.listBetween(own.id, [other.id]),
      ]);
      return isOut || ignoring.size > 0;
    },
  };
}
