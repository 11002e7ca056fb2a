import type { Payload } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import { askByKey } from '../../platform/postgres/index.ts';
import type { AccountStore } from '../identity/index.ts';
import type { RoomPart, RoomSession } from '../rooms/index.ts';
import { presentCoShow } from './co-show-news.ts';
import { partnerIn } from './co-show-rules.ts';
import type { CoShowStore } from './co-show-store.ts';

/** What is running in each of these rooms, as the room is told. */
export const makeReadCoShows =
  (store: Pick<CoShowStore, 'listRunningIn'>, accounts: Pick<AccountStore, 'listByIds'>) =>
  async (roomIds: readonly AccountId[]) => {
    const running = [...(await store.listRunningIn(roomIds))];
    const people = await accounts.listByIds(running.map(([id, it]) => partnerIn(it, id)));
    return new Map(
      running.flatMap(([id, it]) => {
        const partner = people.find((one) => one.id === partnerIn(it, id));
        return partner ? [[id, presentCoShow(it, partner)] as const] : [];
      }),
    );
  };

type ReadCoShows = ReturnType<typeof makeReadCoShows>;

/** What a room's answer says of its co-show. */
export const makeCoShowPart = (read: ReadCoShows): RoomPart<'coShow'> => ({
  empty: { coShow: null },
  async read(asks) {
    const shown = await read(asks.map(({ owner }) => owner.id));
    return asks.map(({ owner }) => {
      const coShow = shown.get(owner.id);
      return coShow ? { coShow } : {};
    });
  },
});

/** The same for a page that comes in by its socket, or has missed something. */
export function makeCoShowSnapshot(read: ReadCoShows) {
  const readOne = askByKey(read);
  return async ({ room }: RoomSession): Promise<Partial<Payload<'v3.room.snapshot'>>> => {
    const coShow = await readOne(room.ownerId);
    return coShow ? { coShow: { ...coShow } } : {};
  };
}
