/** Extends counters of `bits` bits (RTP sequence 16, timestamp 32) to numbers that do not wrap. */
export interface Unwrapper {
  /** The extended value nearest to the newest one seen; the first call returns the value itself. */
  next(value: number): number;
  /** As `next`, without moving the newest value; undefined before the first `next`. */
  near(value: number): number | undefined;
  reset(): void;
}

/** @param bits width of the counter, at most 32 */
export function makeUnwrapper(bits: number): Unwrapper {
  const modulus = 2 ** bits;
  const half = modulus / 2;
  let newest: number | undefined;

  const extend = (value: number, reference: number): number => {
    const low = ((reference % modulus) + modulus) % modulus;
    let delta = value - low;
    if (delta > half) delta -= modulus;
    else if (delta < -half) delta += modulus;
    return reference + delta;
  };

  return {
    next(value) {
      const extended = newest === undefined ? value : extend(value, newest);
      if (newest === undefined || extended > newest) newest = extended;
      return extended;
    },
    near: (value) => (newest === undefined ? undefined : extend(value, newest)),
    reset() {
      newest = undefined;
    },
  };
}
