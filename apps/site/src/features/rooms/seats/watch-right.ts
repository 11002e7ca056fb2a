import type { Uuid } from '@klieg/kernel';
import type { Account } from '../../identity/index.ts';
import type { SiteCaller } from '../../sessions/index.ts';
import { officeOf } from '../access/entry-rules.ts';
import { isOpenToAll, modeOf, type RoomMode, type SeatMode } from '../room-mode.ts';
import type { RoomRow } from '../room-store.ts';
import type { HeldSeat, SeatAsk, SeatStore } from './seat-store.ts';
import { modeOfSeat, type Seat } from './seats.ts';
import { type WatchRule, watchRules } from './watch-rules.ts';

/** What a caller may have of a room now. */
export interface WatchRight {
  readonly mode: RoomMode;
  readonly seat: Seat;
  /** The mode as this caller's pages have it. */
  readonly seatMode: SeatMode;
  readonly rule: WatchRule;
  /** Media delivered to the caller counts for this meter; absent if not counted. */
  readonly meterId?: Uuid;
}

/** Says what a caller may have of a room by its mode and the caller's seat; asks for a seat only in a show. */
export type ReadWatchRight = (row: RoomRow, owner: Account, caller: SiteCaller) => Promise<WatchRight>;

/** A caller before a room, the room as it was read. */
export interface WatchAsk {
  readonly row: RoomRow;
  readonly owner: Account;
  readonly caller: SiteCaller;
}

/** The same of many rooms and callers with at most one question to the database, in the order of the asks. */
export type ReadWatchRights = (asks: readonly WatchAsk[]) => Promise<readonly WatchRight[]>;

function seatFor({ row, owner, caller }: WatchAsk, given: HeldSeat | undefined): Seat {
  if (caller.account?.id === owner.id) return 'streamer';
  if (given) return given.seat;
  if (officeOf(caller.account)) return 'staff';
  return isOpenToAll(row) ? 'member' : 'outside';
}

/** What the database has to be asked; nothing where no show runs, and nothing of the streamer. */
const seatAskFor = ({ row, owner, caller }: WatchAsk): SeatAsk | undefined =>
  isOpenToAll(row) || caller.account?.id === owner.id
    ? undefined
    : { roomId: owner.id, personKey: caller.key };

export function makeReadWatchRights(seats: Pick<SeatStore, 'listGiven'>): ReadWatchRights {
  return async (asks) => {
    const wanted = asks.map(seatAskFor);
    const given = await seats.listGiven(wanted.filter((ask) => ask !== undefined));
    return asks.map((ask, index) => {
      const mode = modeOf(ask.row);
      const seatAsk = wanted[index];
      const held = seatAsk && given.get(seatAsk);
      const seat = seatFor(ask, held);
      const right = { mode, seat, seatMode: modeOfSeat(mode, seat), rule: watchRules[mode][seat] };
      return held?.meterId ? { ...right, meterId: held.meterId } : right;
    });
  };
}

export const makeReadWatchRight =
  (readWatchRights: ReadWatchRights): ReadWatchRight =>
  async (row, owner, caller) =>
    (await readWatchRights([{ row, owner, caller }]))[0]!;
