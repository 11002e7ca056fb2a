import { crc32 } from 'node:zlib';

const ALL_ONES = 0xffffffff;
const SUM_BITS = 32;

/** CRC-32 without its initial and final inversion: in this form the sums of texts of equal length combine by xor. */
const linearSum = (bytes: Buffer | string, start: number): number =>
  (crc32(bytes, (start ^ ALL_ONES) >>> 0) ^ ALL_ONES) >>> 0;

/**
 * The CRC-32 of a text for any nonce at its places, without reading the text again. Computed from the sum of the text
 * with zeros at those places; the nonce adds a value in which each of the 32 bits of its own sum counts independently,
 * so only 32 values have to be stored.
 */
export function makeNonceSum(
  text: Buffer,
  places: readonly number[],
  length: number,
): (nonce: string) => number {
  const zeros = Buffer.alloc(text.length);
  /** What a nonce with that sum adds, at all of its places together. */
  const worthOf = (sum: number): number => {
    let worth = 0;
    places.forEach((at, which) => {
      const end = at + length;
      worth = linearSum(
        zeros.subarray(end, places[which + 1] === undefined ? text.length : places[which + 1]! + length),
        (worth ^ sum) >>> 0,
      );
    });
    return worth;
  };
  const worths = Array.from({ length: SUM_BITS }, (_, bit) => worthOf((1 << bit) >>> 0));
  const bare = Buffer.from(text);
  for (const at of places) bare.fill(0, at, at + length);
  const base = crc32(bare);
  return (nonce) => {
    let rest = linearSum(nonce, 0);
    let sum = base;
    for (let bit = 0; rest !== 0; bit++, rest >>>= 1) if (rest & 1) sum ^= worths[bit]!;
    return sum >>> 0;
  };
}
