import type { RoomMode, SeatMode } from '../room-mode.ts';
import type { Role } from '../access/sight-rules.ts';

/**
 * Somebody's seat during a show: in the room's own show (`member`: the payer, a ticket holder, in public everybody),
 * beside the performer in it (`co_guest`), looking into a private (`spy`), or not let into the show (`outside`). All
 * pages of a person in a room share the seat.
 */
export type Seat = 'streamer' | 'staff' | 'member' | 'co_guest' | 'spy' | 'outside';

/** Seats that a show gives; the others follow from who somebody is. */
export type GivenSeat = Extract<Seat, 'member' | 'co_guest' | 'spy'>;

/** The show of a room and its seats, as every node of the room knows them. */
export interface Seating {
  readonly mode: RoomMode;
  /** By the person's key, `a{id}` or `g{id}`. */
  readonly seats: Readonly<Record<string, GivenSeat>>;
}

/** A public room: nobody has a seat of their own. */
export const openSeating: Seating = { mode: 'public', seats: {} };

export function seatOf(
  { mode, seats }: Seating,
  { key, role }: { readonly key: string; readonly role: Role },
): Seat {
  if (role === 'streamer') return 'streamer';
  const given = seats[key];
  if (given) return given;
  if (role !== 'viewer' && role !== 'moderator') return 'staff';
  return mode === 'public' ? 'member' : 'outside';
}

/** The mode of a page by its seat: somebody waiting outside keeps the public room (F5). */
export function modeOfSeat(mode: RoomMode, seat: Seat): SeatMode {
  switch (seat) {
    case 'streamer':
    case 'member':
    case 'co_guest':
      return mode;
    case 'spy':
      return mode === 'private' ? 'spy' : 'public';
    case 'staff':
    case 'outside':
      return 'public';
  }
}
