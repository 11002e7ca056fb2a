import type { AccountId } from '@klieg/kernel';
import type { Account } from '../identity/index.ts';
import { modeOf, type RoomStore } from '../rooms/index.ts';
import type { Private } from '../shows/index.ts';
import type { RoomSight } from './sharecam-rules.ts';

/** Rooms as they matter to shared cameras, in the order of their performers. */
export type ReadRooms = (owners: readonly Account[]) => Promise<readonly RoomSight[]>;

export const makeReadRooms =
  ({
    rooms,
    listPrivatesIn,
  }: {
    readonly rooms: Pick<RoomStore, 'listOf'>;
    readonly listPrivatesIn: (roomIds: readonly AccountId[]) => Promise<readonly Private[]>;
  }): ReadRooms =>
  async (owners) => {
    const ids = owners.map(({ id }) => id);
    const [rows, shows] = await Promise.all([rooms.listOf(ids), listPrivatesIn(ids)]);
    const showOf = new Map(shows.map((show) => [show.roomId, show]));
    return owners.map(({ id, settings, isVoyeurCam }, at) => {
      const row = rows[at]!;
      return {
        status: row.status,
        mode: modeOf(row),
        goneAt: row.status === 'reconnecting' ? (row.goneAt?.getTime() ?? null) : null,
        // A house has nobody who could accept.
        isEnabled: settings.cam2cam && !isVoyeurCam,
        show: showOf.get(id) ?? null,
      };
    });
  };
