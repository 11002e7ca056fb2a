import type { Account } from '../identity/index.ts';
import { isAllowed } from '../permissions/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { modeOf, type RoomMode, type SeatMode } from './room-mode.ts';
import type { RoomRow } from './room-store.ts';
import type { SeatStore } from './seat-store.ts';
import { modeOfSeat, type Seat } from './seats.ts';
import { type WatchRule, watchRules } from './watch-rules.ts';

/** What a caller may have of a room now. */
export interface WatchRight {
  readonly mode: RoomMode;
  readonly seat: Seat;
  /** The mode as this caller's pages have it. */
  readonly seatMode: SeatMode;
  readonly rule: WatchRule;
}

/** Says what a caller may have of a room by its mode and the caller's seat; asks for a seat only in a show. */
export type ReadWatchRight = (row: RoomRow, owner: Account, caller: SiteCaller) => Promise<WatchRight>;

export function makeReadWatchRight(seats: Pick<SeatStore, 'find'>): ReadWatchRight {
  const seatFor = async (mode: RoomMode, owner: Account, caller: SiteCaller): Promise<Seat> => {
    const { account, key } = caller;
    if (account?.id === owner.id) return 'streamer';
    if (mode === 'public') return isAllowed('work_for_house', caller) ? 'staff' : 'member';
    const given = await seats.find(owner.id, key);
    if (given) return given;
    return isAllowed('work_for_house', caller) ? 'staff' : 'outside';
  };
  return async (row, owner, caller) => {
    const mode = modeOf(row);
    const seat = await seatFor(mode, owner, caller);
    return { mode, seat, seatMode: modeOfSeat(mode, seat), rule: watchRules[mode][seat] };
  };
}
