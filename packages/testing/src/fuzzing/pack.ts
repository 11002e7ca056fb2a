/*
 * Several pieces in one input, such as the packets of a stream: each behind its length in two bytes, so that
 * mutations change pieces, lengths and order alike, and every input can be read.
 */

const LENGTH_BYTES = 2;
const PIECE_BYTES_MAX = 0xffff;

/** One input of pieces. @throws RangeError beyond 65,535 bytes a piece */
export const pack = (pieces: readonly Uint8Array[]): Buffer =>
  Buffer.concat(
    pieces.flatMap((piece) => {
      if (piece.length > PIECE_BYTES_MAX) throw new RangeError(`a piece of ${piece.length} bytes`);
      return [Buffer.from([piece.length >> 8, piece.length & 0xff]), piece];
    }),
  );

/** The pieces of an input; the last one ends with it. */
export function unpack(input: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at + LENGTH_BYTES <= input.length;) {
    const end = at + LENGTH_BYTES + input.readUInt16BE(at);
    pieces.push(input.subarray(at + LENGTH_BYTES, end));
    at = end;
  }
  return pieces;
}

/** The first byte of an input, which chooses something, and what follows; 0 where there is none. */
export const takeFrom = (input: Buffer): readonly [choice: number, rest: Buffer] => [
  input[0] ?? 0,
  input.subarray(1),
];
