/** Tells a sender that restarted, or comes back after heavy loss, from a stray packet (RFC 3550, A.1). */
export interface SequenceWatch {
  /**
   * Takes the 16-bit number of each packet. `near`: follows the earlier ones, or is late. `strange`: far from them, not
   * to be used until it is clear what it is. `anew`: the second in a row there, so the sender continues from the one
   * before it.
   */
  see(sequence: number): 'near' | 'strange' | 'anew';
  reset(): void;
}

const MODULUS = 2 ** 16;
/** More lost at once, or later than that, and it is something else; repeats come about a second late. */
const NEAR_MAX = 2_000;

export function makeSequenceWatch(): SequenceWatch {
  let newest: number | undefined;
  /** What would follow the packet that was far from all others. */
  let awaited: number | undefined;

  return {
    see(sequence) {
      const ahead = newest === undefined ? 0 : (sequence - newest + MODULUS) % MODULUS;
      const isAhead = ahead <= NEAR_MAX;
      if (isAhead || ahead >= MODULUS - NEAR_MAX) {
        if (isAhead) newest = sequence;
        awaited = undefined;
        return 'near';
      }
      const isAnew = sequence === awaited;
      awaited = isAnew ? undefined : (sequence + 1) % MODULUS;
      if (isAnew) newest = sequence;
      return isAnew ? 'anew' : 'strange';
    },
    reset() {
      newest = awaited = undefined;
    },
  };
}
