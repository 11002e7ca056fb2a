import { type Bits, makeBits } from './bits.ts';
import type { BitsRoom } from './bits-room.ts';

/** Sets kept for the next answer; additional ones are thrown away. */
const KEPT_MAX = 128;

/**
 * Sets for one turn of the event loop. An answer takes dozens of them, of 64 KiB each with half a million performers:
 * allocating them each time would trigger the garbage collector, which everybody waits for.
 */
export interface SpareBits {
  /** A set of that memory with arbitrary content; it is reused after this turn. */
  take(room: BitsRoom): Bits;
  /** The current turn; sets of another one must not be read any more. */
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
