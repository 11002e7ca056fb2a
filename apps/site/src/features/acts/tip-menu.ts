import { tipMenuConfig } from '@klieg/contract/features/acts/menu-config';
import type { AccountId } from '@klieg/kernel';
import type { AppLife } from '../room-games/index.ts';
import type { RoomStore } from '../rooms/index.ts';
import type { Offer } from '../tipping/index.ts';
import type { MenuRow, MenuStore } from './menu-store.ts';

/** What viewers see and can buy: sold-out items are hidden (S1402). */
const isOffered = ({ isEnabled, left }: MenuRow): boolean => isEnabled && left !== 0;

/** The state of a menu as calls show it. `sold` is for the performer's form, which sets how many are left. */
const presentMenu = (rows: readonly MenuRow[]) => ({
  items: rows
    .filter(isOffered)
    .map(({ itemId, label, price, left }) => ({ item_id: itemId, label, price, left })),
  sold: Object.fromEntries(rows.map(({ itemId, sold }) => [itemId, sold])),
});

/** The tip menu of a room (machine 14): what a performer does for tokens. */
export function makeTipMenu(deps: { readonly menu: MenuStore; readonly rooms: Pick<RoomStore, 'get'> }): {
  readonly life: AppLife;
  /** What can be bought now: nothing while there is no public show (S1202). */
  listOffers(roomId: AccountId): Promise<readonly Offer[]>;
} {
  const { menu } = deps;
  const byRoom = async (roomIds: readonly AccountId[]) =>
    Map.groupBy(await menu.list(roomIds), ({ roomId }) => roomId);
  return {
    life: {
      // It is in every room at all times, and sells through `listOffers`.
      mayInstall: () => Promise.resolve(),
      install: (transaction, roomId, config) => menu.keep(transaction, roomId, tipMenuConfig.parse(config)),
      update: (transaction, roomId, config) => menu.keep(transaction, roomId, tipMenuConfig.parse(config)),
      remove: (transaction, roomId) => menu.remove(transaction, roomId),
      changed: () => Promise.resolve(),
      async readStates(roomIds) {
        return new Map([...(await byRoom(roomIds))].map(([roomId, rows]) => [roomId, presentMenu(rows)]));
      },
    },
    async listOffers(roomId) {
      if ((await deps.rooms.get(roomId)).status !== 'online') return [];
      return (await menu.list([roomId])).filter(isOffered);
    },
  };
}
