const WIDEST_NUMBER = 31;
const HEX = /^(?:0|[1-9a-f][0-9a-f]{0,31})$/;

/** The mask of the given field positions: a number up to field 30, else hex text (C5). */
export function maskOf(positions: readonly number[]): number | string {
  const highest = positions.at(-1) ?? 0;
  if (highest < WIDEST_NUMBER) {
    let mask = 0;
    for (const position of positions) mask += 2 ** position;
    return mask;
  }
  let mask = 0n;
  for (const position of positions) mask |= 1n << BigInt(position);
  return mask.toString(16);
}

/** Field positions of a mask in ascending order, or undefined when it is not a mask (C5). */
export function positionsOf(mask: unknown): number[] | undefined {
  if (typeof mask === 'number') {
    if (!Number.isSafeInteger(mask) || mask < 0 || mask >= 2 ** WIDEST_NUMBER) return undefined;
    const positions: number[] = [];
    for (let bit = 0; bit < WIDEST_NUMBER; bit++) if (mask & (1 << bit)) positions.push(bit);
    return positions;
  }
  if (typeof mask !== 'string' || !HEX.test(mask)) return undefined;
  const positions: number[] = [];
  let bit = 0;
  for (let digit = mask.length - 1; digit >= 0; digit--, bit += 4) {
    const value = Number.parseInt(mask[digit]!, 16);
    for (let k = 0; k < 4; k++) if (value & (1 << k)) positions.push(bit + k);
  }
  return positions;
}
