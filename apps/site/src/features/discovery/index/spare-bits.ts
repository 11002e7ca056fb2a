import { type Bits, makeBits } from './bits.ts';
import type { BitsRoom } from './bits-room.ts';

/** Sets that are kept for the next answer; more of them at once are made and thrown away. */
const KEPT_MAX = 128;

/**
 * Sets for the length of one turn of the event loop. An answer takes dozens of them, of 64 KiB each with half a million
 * performers: made anew each time they would bring the collector of garbage, which everybody waits for.
 */
export interface SpareBits {
  /** A set of that place, in which anything may be; it is somebody else's after this turn. */
  take(room: BitsRoom): Bits;
  /** Which turn it is; sets of another one are not to be read any more. */
  readonly turn: number;
}

export function makeSpareBits(): SpareBits {
  let turn = 0;
  /** Where the kept sets are. */
  let place: BitsRoom | undefined;
  let made = 0;
  let free: Bits[] = [];
  let taken: Bits[] = [];
  let isEnding = false;
  const endTurn = (): void => {
    turn += 1;
    isEnding = false;
    free = free.concat(taken);
    taken = [];
  };
  return {
    take(room) {
      if (!isEnding) setImmediate(endTurn);
      isEnding = true;
      if (room !== place) {
        // The index has grown: sets of before are too small.
        place = room;
        made = 0;
        free = [];
        taken = [];
      }
      const again = free.pop();
      if (!again && made === KEPT_MAX) return makeBits(room.slotCount);
      if (!again) made += 1;
      const bits = again ?? room.make();
      taken.push(bits);
      return bits;
    },
    get turn() {
      return turn;
    },
  };
}
