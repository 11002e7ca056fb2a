/** Reads the bits of a NAL unit's payload; past the end it reads zeros and `isOver` turns true. */
export interface BitReader {
  bits(count: number): number;
  /** Unsigned Exp-Golomb code (H.264, 9.1); at most 32 bits. */
  ue(): number;
  se(): number;
  isOver(): boolean;
}

/** @param nal a NAL unit with its header byte, which is skipped; emulation bytes are taken out */
export function makeBitReader(nal: Uint8Array, bytesMax = 256): BitReader {
  const bytes: number[] = [];
  for (let i = 1; i < nal.length && bytes.length < bytesMax; i++) {
    if (i > 2 && nal[i] === 3 && nal[i - 1] === 0 && nal[i - 2] === 0) continue;
    bytes.push(nal[i]!);
  }
  let position = 0;
  const bit = (): number => {
    const value = ((bytes[position >> 3] ?? 0) >> (7 - (position & 7))) & 1;
    position += 1;
    return value;
  };
  const bits = (count: number): number => {
    let value = 0;
    for (let i = 0; i < count; i++) value = value * 2 + bit();
    return value;
  };
  const ue = (): number => {
    let zeros = 0;
    while (bit() === 0 && zeros < 32) zeros += 1;
    return 2 ** zeros - 1 + bits(zeros);
  };
  return {
    bits,
    ue,
    se() {
      const code = ue();
      return code % 2 === 1 ? (code + 1) / 2 : -code / 2;
    },
    isOver: () => position > bytes.length * 8,
  };
}
