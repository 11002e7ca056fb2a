import type { RoomMode } from '../room-mode.ts';
import type { GivenSeat, Seat, Seating } from './seats.ts';
import type { WatchRule } from './watch-rules.ts';

/**
 * Where in a show somebody sat who paid for an act in its room: a tip, a move of a game. It is kept with the payment,
 * since the news of an act may come when the show is over.
 */
export interface ActPlace {
  readonly mode: RoomMode;
  readonly seat: GivenSeat;
}

/** A paid act, and whose it is. */
export interface Act {
  /** `a{id}` of the payer. */
  readonly personKey: string;
  /** Absent: no show ran, or the payer waited outside. */
  readonly place?: ActPlace | undefined;
}

/** The show of the act is the one that runs: its payer still has the seat. */
const isOfShow = ({ mode, seats }: Seating, { personKey, place }: Act): boolean =>
  place !== undefined && place.mode === mode && seats[personKey] === place.seat;

/**
 * How a paid act reaches a seat: with names, without, or not (F5, F9). Acts of people waiting outside are for
 * everybody. Acts of a show are for its people: a spy's name is known only to the performer and staff, and spies read
 * no names. The payer's own pages additionally get it in full.
 */
export function actRight(seating: Seating, seat: Seat, act: Act): WatchRule['lines'] {
  const { place } = act;
  if (!place || seat === 'streamer' || seat === 'staff') return 'named';
  if (seat === 'outside' || !isOfShow(seating, act)) return 'none';
  return place.seat === 'spy' || seat === 'spy' ? 'nameless' : 'named';
}

/** An event of an act without its payer. */
export function withoutPayer<P extends object>(payload: P): P {
  const {
    username: _,
    sender_name: __,
    ...rest
  } = payload as P & { username?: string; sender_name?: string };
  return rest as P;
}
