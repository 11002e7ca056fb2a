import type { Account } from '../identity/index.ts';
import { modeOf, type RoomHub, type RoomsFeature, type RoomStore, type Seating } from '../rooms/index.ts';

/** Tells every node of a room who sits where now, as the database has it. */
export type SeatRoom = (owner: Pick<Account, 'id' | 'username'>) => Promise<void>;

/** After this many the next change continues. */
const TRIES_MAX = 10;

const isSame = (one: Seating | undefined, other: Seating): boolean =>
  one?.mode === other.mode &&
  Object.keys(one.seats).length === Object.keys(other.seats).length &&
  Object.entries(other.seats).every(([key, seat]) => one.seats[key] === seat);

export function makeSeatRoom({
  hub,
  rooms,
  seats,
}: {
  readonly hub: Pick<RoomHub, 'seat'>;
  readonly rooms: Pick<RoomStore, 'get'>;
  readonly seats: Pick<RoomsFeature['seats'], 'listOf'>;
}): SeatRoom {
  const read = async (id: Account['id']): Promise<Seating> => {
    const mode = modeOf(await rooms.get(id));
    return { mode, seats: mode === 'public' ? {} : await seats.listOf(id) };
  };
  return async ({ id, username }) => {
    let told: Seating | undefined;
    for (let again = 0; again < TRIES_MAX; again++) {
      const now = await read(id);
      // Another node may have announced something newer first: the database decides.
      if (isSame(told, now)) return;
      // Nobody has the room for a moment where the node that had it died: tried again.
      told = (await hub.seat(username, now)) ? now : undefined;
    }
  };
}
