/** Writes bits, and numbers in the code of Exp-Golomb. */
function makeBits() {
  let bits = '';
  const ue = (value: number): void => {
    const code = (value + 1).toString(2);
    bits += '0'.repeat(code.length - 1) + code;
  };
  return {
    add: (text: string) => void (bits += text),
    ue,
    /** With the bit that ends it. */
    bytes(): number[] {
      const whole = `${bits}1`.padEnd(Math.ceil((bits.length + 1) / 8) * 8, '0');
      return whole.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2));
    },
  };
}

/** A sequence parameter set of constrained baseline for pictures of this size, both even. */
export function makeSps(width: number, height: number): Buffer {
  const bits = makeBits();
  const [across, down] = [Math.ceil(width / 16), Math.ceil(height / 16)];
  // Number, frame numbers of four bits, order as decoded, one reference, no gaps.
  for (const value of [0, 0, 2, 1]) bits.ue(value);
  bits.add('0');
  bits.ue(across - 1);
  bits.ue(down - 1);
  bits.add('111');
  for (const cut of [0, (across * 16 - width) / 2, 0, (down * 16 - height) / 2]) bits.ue(cut);
  bits.add('0');
  const body = bits.bytes().flatMap((byte, i, all) =>
    // Two zero bytes before a small one would be taken for a start code.
    byte <= 3 && all[i - 1] === 0 && all[i - 2] === 0 ? [3, byte] : [byte],
  );
  return Buffer.from([0x67, 0x42, 0xc0, 0x1f, ...body]);
}
