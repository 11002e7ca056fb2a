import { type Bits, makeBits } from './bits.ts';

/** Sets that are kept for the next answer; more of them at once are made and thrown away. */
const KEPT_MAX = 128;

/**
 * Sets for the length of one turn of the event loop. An answer takes dozens of them, of 64 KiB each with half a million
 * performers: made anew each time they would bring the collector of garbage, which everybody waits for.
 */
export interface SpareBits {
  /** A set with room for so many slots, in which anything may be; it is somebody else's after this turn. */
  take(slotCount: number): Bits;
  /** Which turn it is; sets of another one are not to be read any more. */
  readonly turn: number;
}

export function makeSpareBits(): SpareBits {
  let turn = 0;
  let free: Bits[] = [];
  let taken: Bits[] = [];
  const endTurn = (): void => {
    turn += 1;
    free = free.concat(taken).slice(0, KEPT_MAX);
    taken = [];
  };
  return {
    take(slotCount) {
      const words = Math.ceil(slotCount / 32);
      const found = free.pop();
      // Sets of before the index grew are too small.
      const bits = found?.length === words ? found : makeBits(slotCount);
      if (taken.length === 0) setImmediate(endTurn);
      if (taken.length < KEPT_MAX) taken.push(bits);
      return bits;
    },
    get turn() {
      return turn;
    },
  };
}
