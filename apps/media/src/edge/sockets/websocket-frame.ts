/** Frames from server to client (RFC 6455, 5.2), made once and written to every viewer. */

const FINAL = 0x80;
export const TEXT_FRAME = 1;
export const BINARY_FRAME = 2;

/** An unmasked, unfragmented frame. */
export function frameOf(opcode: number, payload: Uint8Array): Buffer {
  const { length } = payload;
  const headerBytes = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerBytes + length);
  frame[0] = FINAL | opcode;
  if (headerBytes === 2) frame[1] = length;
  else if (headerBytes === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.set(payload, headerBytes);
  return frame;
}

export const textFrame = (text: string): Buffer => frameOf(TEXT_FRAME, Buffer.from(text));

/** What a frame of ours carries. */
export function payloadOf(frame: Buffer): Buffer {
  const length = frame[1]!;
  return frame.subarray(length < 126 ? 2 : length === 126 ? 4 : 10);
}
