import { seededRandom } from '@klieg/testing/fuzzing';
import { expect, test } from 'vitest';
import { feedbackPacket, makeTransportReceiver } from '../testing/transport-receiver.ts';
import { readTransportFeedback } from './transport-feedback.ts';

const read = (packet: Buffer) => readTransportFeedback(packet, { left: 10_000 });

/** Feedback with these chunks and deltas as they stand. */
function rawFeedback(
  count: number,
  chunks: readonly number[],
  deltas: readonly number[],
  reference = 5,
): Buffer {
  const body = Buffer.from([...chunks.flatMap((chunk) => [chunk >> 8, chunk & 0xff]), ...deltas]);
  const packet = Buffer.concat([Buffer.alloc(20), body, Buffer.alloc((4 - (body.length % 4)) % 4)]);
  packet[0] = 0x8f;
  packet[1] = 205;
  packet.writeUInt16BE(packet.length / 4 - 1, 2);
  packet.writeUInt16BE(100, 12);
  packet.writeUInt16BE(count, 14);
  packet.writeUIntBE(reference, 16, 3);
  packet[19] = 9;
  return packet;
}

test('a run of equal packets, by small differences', () => {
  expect(read(rawFeedback(3, [0x2003], [4, 8, 0]))).toEqual([
    { count: 9, base: 100, arrivals: [321, 323, 323] },
  ]);
});

test('a run of missing packets, then a large difference back', () => {
  const packet = rawFeedback(4, [0x0003, 0x4001], [0xff, 0xfc]);
  expect(read(packet)[0]!.arrivals).toEqual([undefined, undefined, undefined, 319]);
});

test('a vector of one bit each, of which the last bits stand for nothing', () => {
  const packet = rawFeedback(3, [0x8000 | 0b10_1000_0000_0000], [4, 4]);
  expect(read(packet)[0]!.arrivals).toEqual([321, undefined, 322]);
});

test('a vector of two bits each, with small and large differences', () => {
  const packet = rawFeedback(4, [0xc000 | (1 << 12) | (0 << 10) | (2 << 8) | (1 << 6)], [4, 0x01, 0x00, 8]);
  expect(read(packet)[0]!.arrivals).toEqual([321, undefined, 385, 387]);
});

test('what a receiver writes is read back, also in a compound packet, and its numbers begin anew', () => {
  const receiver = makeTransportReceiver();
  for (const [number, atMs] of [
    [65_534, 1_000],
    [65_535, 1_010.25],
    [1, 1_009],
    [2, 1_200],
  ] as const)
    receiver.onPacket(number, atMs);
  const packet = receiver.take()!;
  const report = Buffer.from([0x80, 201, 0, 1, 0, 0, 0, 1]);
  expect(read(Buffer.concat([report, packet, packet]))).toEqual(
    [0, 0].map(() => ({ count: 0, base: 65_534, arrivals: [1_000, 1_010.25, undefined, 1_009, 1_200] })),
  );
  expect(receiver.take()).toBeUndefined();
});

test('what is malformed says nothing: too short, unknown symbols, no packets, a run of none, too many', () => {
  const broken = [
    rawFeedback(3, [0x2003], []),
    rawFeedback(3, [0x6003], [1, 1, 1]),
    rawFeedback(0, [0x2003], [1]),
    rawFeedback(3, [0x2000, 0x2003], [1, 1, 1]),
    rawFeedback(
      60_000,
      Array.from({ length: 10 }, () => 0x1fff),
      [],
    ),
    rawFeedback(40, [0x2003], []),
  ];
  for (const packet of broken) expect(read(packet)).toEqual([]);
});

test('cut and random packets never throw', () => {
  const whole = feedbackPacket(
    10,
    Array.from({ length: 60 }, (_, i) => (i % 3 ? i * 9 : undefined)),
    1,
  );
  for (let length = 0; length < whole.length; length++) read(whole.subarray(0, length));
  const random = seededRandom(4);
  for (let i = 0; i < 4_000; i++) {
    const bytes = Buffer.from(whole);
    for (let j = 0; j < 4; j++)
      bytes[4 + Math.floor(random() * (bytes.length - 4))] = Math.floor(random() * 256);
    read(bytes);
  }
});

test('feedback is read for as many packets as it may speak of, well-formed or not, and no more', () => {
  // A few bytes that speak of thousands.
  const cheap = rawFeedback(4_096, [0x1fff], []);
  const budget = { left: 5_000 };
  expect(readTransportFeedback(Buffer.concat(Array(50).fill(cheap)), budget)).toHaveLength(1);
  expect(budget.left).toBe(904);
  expect(readTransportFeedback(rawFeedback(900, [0x2fff], []), budget)).toEqual([]);
  expect(budget.left).toBe(4);
  expect(readTransportFeedback(rawFeedback(5, [0x2005], [4, 4, 4, 4, 4]), budget)).toEqual([]);
  expect(readTransportFeedback(rawFeedback(3, [0x2003], [4, 8, 0]), budget)).toHaveLength(1);
});
