/** A set of slots (whole numbers from 0) as bits; sets that are combined have the same length. */
export type Bits = Uint32Array;

const WORD_BITS = 32;

/** An empty set with room for this many slots. */
export const makeBits = (slotCount: number): Bits => new Uint32Array(Math.ceil(slotCount / WORD_BITS));

export const hasBit = (bits: Bits, slot: number): boolean => (bits[slot >>> 5]! & (1 << (slot & 31))) !== 0;

export const setBit = (bits: Bits, slot: number): void => {
  bits[slot >>> 5]! |= 1 << (slot & 31);
};

export const clearBit = (bits: Bits, slot: number): void => {
  bits[slot >>> 5]! &= ~(1 << (slot & 31));
};

/** Keeps in the first set only what is also in the other. */
export function keepCommon(into: Bits, other: Bits): void {
  for (let at = 0; at < into.length; at++) into[at]! &= other[at] ?? 0;
}

/** Removes from the first set what is in the other. */
export function takeOut(from: Bits, other: Bits): void {
  for (let at = 0; at < other.length; at++) from[at]! &= ~other[at]!;
}

/** Adds to the first set what is in the other. */
export function addAll(into: Bits, other: Bits): void {
  for (let at = 0; at < other.length; at++) into[at]! |= other[at]!;
}

/** Bits that are set in a word; by Hacker's Delight, figure 5-2. */
function countWord(word: number): number {
  let pairs = word - ((word >>> 1) & 0x55555555);
  pairs = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return (((pairs + (pairs >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** How many slots are in both sets. */
export function countCommon(one: Bits, other: Bits): number {
  const length = Math.min(one.length, other.length);
  let count = 0;
  for (let at = 0; at < length; at++) {
    const word = one[at]! & other[at]!;
    if (word !== 0) count += countWord(word);
  }
  return count;
}

/** How many slots are in the set. */
export const countBits = (bits: Bits): number => countCommon(bits, bits);

/** Visits the slots of the set, ascending. */
export function eachBit(bits: Bits, visit: (slot: number) => void): void {
  for (let at = 0; at < bits.length; at++)
    for (let word = bits[at]!; word !== 0; word &= word - 1)
      visit(at * WORD_BITS + (WORD_BITS - 1 - Math.clz32(word & -word)));
}
