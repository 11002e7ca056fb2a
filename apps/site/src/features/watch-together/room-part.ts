import type { Payload } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import { askByKey } from '../../platform/postgres/index.ts';
import type { AccountStore } from '../identity/index.ts';
import type { RoomSession } from '../rooms/index.ts';
import { presentWatch } from './watch-news.ts';
import type { WatchStore } from './watch-store.ts';

/** What a page of the two is told when it connects by its socket, or has missed something. */
export function makeWatchSnapshot(
  store: Pick<WatchStore, 'listOpenIn' | 'now'>,
  accounts: Pick<AccountStore, 'listByIds'>,
) {
  const readWatch = askByKey((roomIds: readonly AccountId[]) => store.listOpenIn(roomIds));
  return async ({ room, person }: RoomSession): Promise<Partial<Payload<'v3.room.snapshot'>>> => {
    const me = person.caller.account?.id;
    if (me === undefined) return {};
    const watch = await readWatch(room.ownerId);
    if (!watch || (me !== watch.payerId && me !== watch.roomId)) return {};
    const people = await accounts.listByIds([watch.roomId, watch.payerId]);
    const [owner, payer] = [watch.roomId, watch.payerId].map((id) => people.find((one) => one.id === id));
    if (!owner || !payer) return {};
    return { watch: { ...presentWatch({ watch, owner, payer }, await store.now()) } };
  };
}
