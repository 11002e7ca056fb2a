const EDGES = [0, 1, 2, 3, 0x7f, 0x80, 0xc3, 0xfe, 0xff] as const;

/** Lengths of cuts, repeats and insertions. */
const PIECE_MAX = 64;

/** A copy of the bytes with one to six changes behind `from`: bits, bytes, cuts, repeats, insertions, swaps. */
export function mutate(bytes: Buffer, random: () => number, from = 0): Buffer {
  const below = (limit: number): number => Math.floor(random() * limit);
  let mutated: Buffer = Buffer.from(bytes);
  for (let left = 1 + below(6); left > 0; left--) {
    const start = from + below(Math.max(1, mutated.length - from));
    const piece = mutated.subarray(start, start + 1 + below(PIECE_MAX));
    const before = mutated.subarray(0, start);
    const after = mutated.subarray(start + piece.length);
    const kind = below(7);
    if (kind === 0 && start < mutated.length) mutated[start] = mutated[start]! ^ (1 << below(8));
    else if (kind === 1 && start < mutated.length) mutated[start] = EDGES[below(EDGES.length)]!;
    else if (kind === 2) mutated = Buffer.concat([before, after]);
    else if (kind === 3) mutated = Buffer.concat([before, piece, piece, after]);
    else if (kind === 4)
      mutated = Buffer.concat([before, Buffer.from(piece.map(() => below(256))), piece, after]);
    else if (kind === 5) {
      const other = after.subarray(0, PIECE_MAX);
      mutated = Buffer.concat([before, other, piece, after.subarray(other.length)]);
    } else if (below(8) === 0) mutated = Buffer.from(before);
    else if (piece.length >= 4) piece.writeUInt32BE(below(2 ** 32), 0);
  }
  return mutated;
}
