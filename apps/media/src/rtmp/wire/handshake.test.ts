import { expect, test } from 'vitest';
import { makeHandshake } from './handshake.ts';

const C1 = Buffer.alloc(1_536, 0x11);
const C2 = Buffer.alloc(1_536, 0x22);
const RANDOM = Buffer.alloc(1_528, 0x33);
const HELLO = Buffer.concat([Buffer.from([3]), C1, C2]);
/** Version, S1 with time and version zero, and C1 again. */
const REPLY = Buffer.concat([Buffer.from([3]), Buffer.alloc(8), RANDOM, C1]);

test('the answer is S0, S1 and C1 repeated as S2, byte by byte (LIVE-VIDEO-029)', () => {
  const step = makeHandshake(RANDOM).push(Buffer.concat([HELLO, Buffer.from('rest')]));
  expect(step).toEqual({ kind: 'done', reply: REPLY, rest: Buffer.from('rest') });
});

test('the answer comes as soon as C1 is complete, once, however the bytes are cut', () => {
  for (const cut of [1, 7, 1_000, 1_536, 1_537, 1_538, 3_072]) {
    const handshake = makeHandshake(RANDOM);
    const isAnswered = cut >= 1_537;
    expect(handshake.push(HELLO.subarray(0, cut))).toEqual({
      kind: 'more',
      reply: isAnswered ? REPLY : undefined,
    });
    expect(handshake.push(HELLO.subarray(cut))).toEqual({
      kind: 'done',
      reply: isAnswered ? undefined : REPLY,
      rest: Buffer.alloc(0),
    });
  }
});

test('another version than 3 is malformed from its first byte on', () => {
  for (const version of [0, 2, 6, 0x16, 0x47])
    expect(makeHandshake(RANDOM).push(Buffer.from([version]))).toEqual({ kind: 'malformed' });
  expect(makeHandshake(RANDOM).push(Buffer.alloc(0))).toEqual({ kind: 'more', reply: undefined });
});
