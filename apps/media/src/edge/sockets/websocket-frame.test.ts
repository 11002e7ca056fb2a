import { expect, test } from 'vitest';
import { BINARY_FRAME, frameOf, payloadOf, textFrame } from './websocket-frame.ts';

test.each([
  [0, 2],
  [125, 2],
  [126, 4],
  [65_535, 4],
  [65_536, 10],
])('a payload of %i bytes has a header of %i', (bytes, headerBytes) => {
  const frame = frameOf(BINARY_FRAME, Buffer.alloc(bytes, 7));
  expect(frame).toHaveLength(headerBytes + bytes);
  expect(frame[0]).toBe(0x82);
  const length =
    headerBytes === 2
      ? frame[1]
      : headerBytes === 4
        ? frame.readUInt16BE(2)
        : Number(frame.readBigUInt64BE(2));
  expect(length).toBe(bytes);
  expect(payloadOf(frame).equals(Buffer.alloc(bytes, 7))).toBe(true);
});

test('a text frame carries UTF-8', () => {
  expect(textFrame('ü')).toEqual(Buffer.from([0x81, 2, 0xc3, 0xbc]));
});
