import type { Payload } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import { askByKey } from '../../platform/postgres/index.ts';
import type { AccountStore } from '../identity/index.ts';
import { modeOf, type RoomPart, type RoomSession } from '../rooms/index.ts';
import { nameSplitters, presentSplit, type ShownSplit, tellSplitTo } from './present-split.ts';
import type { SplitStore } from './split-store.ts';

/** The splits that rooms show, by room, in one question. */
export type ReadShown = (roomIds: readonly AccountId[]) => Promise<ReadonlyMap<AccountId, ShownSplit>>;

export const makeReadShown =
  (store: Pick<SplitStore, 'listShown'>, accounts: Pick<AccountStore, 'listByIds'>): ReadShown =>
  async (roomIds) => {
    const shown = await nameSplitters(accounts, await store.listShown(roomIds));
    return new Map(shown.map((one) => [one.split.roomId, one]));
  };

/** What a room's answer says of its split; nothing while a private runs (LEDGER-TIP-010). */
export const makeSplitPart = (readShown: ReadShown): RoomPart<'tipSplit'> => ({
  empty: { tipSplit: null },
  async read(asks) {
    const open = asks.filter(({ row }) => modeOf(row) !== 'private');
    const shown = await readShown(open.map(({ owner }) => owner.id));
    return asks.map(({ owner, row, caller }) => {
      const split = modeOf(row) === 'private' ? undefined : shown.get(owner.id);
      return split ? { tipSplit: presentSplit(split, caller.account?.id) } : {};
    });
  },
});

/** The split that a page gets when it comes in, or has missed something. */
export function makeSplitSnapshot(readShown: ReadShown) {
  const readOne = askByKey(async (roomIds: readonly AccountId[]) => new Map(await readShown(roomIds)));
  return async ({ room, person }: RoomSession): Promise<Partial<Payload<'v3.room.snapshot'>>> => {
    if (room.seating.mode === 'private') return {};
    const shown = await readOne(room.ownerId);
    return shown ? { tipSplit: { ...tellSplitTo(shown, person.caller.account?.id) } } : {};
  };
}
