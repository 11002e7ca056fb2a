import { seededRandom } from '@klieg/testing/fuzzing';
import { howMany } from '@klieg/testing/run-length';
import { expect, test } from 'vitest';
import { readTransportFeedback } from '../../testing/read-transport-feedback.ts';
import { togetherCount, transportFeedback } from './transport-feedback.ts';

test('three packets, one of them lost, are told byte by byte as the draft says', () => {
  // 64 ms and a quarter, then 2.5 ms later.
  const packet = transportFeedback(0x11223344, 7, {
    baseSequence: 0x1_0005,
    arrivals: [257, undefined, 267],
  });
  const told = [
    '8fcd0005',
    '00000001',
    '11223344',
    '00050003',
    '00000107',
    // A vector of one bit each: came, did not, came; then the deltas.
    'a800010a',
  ];
  expect(packet.toString('hex')).toBe(told.join(''));
});

test('runs take one chunk, however long; a time that goes back takes two bytes', () => {
  const run = transportFeedback(1, 0, {
    baseSequence: 1,
    arrivals: Array.from({ length: 200 }, (_, i) => i),
  });
  // Head, one chunk, one byte each.
  expect(run.length).toBe(Math.ceil((20 + 2 + 200) / 4) * 4);
  expect(run.readUInt16BE(20)).toBe(0x2000 | 200);
  const back = readTransportFeedback(
    transportFeedback(1, 0, { baseSequence: 1, arrivals: [900, 100, 1_500] }),
  );
  expect(back.arrivals).toEqual([900, 100, 1_500]);
});

test('times that do not fit into two bytes are told apart', () => {
  expect(togetherCount([0, 0x7fff, 0x7fff + 0x8000, 5])).toBe(2);
  expect(togetherCount([undefined, 0x1_0000, 0x1_0000 - 0x8000])).toBe(3);
  expect(togetherCount([])).toBe(0);
});

test('what is told is what an independent reader reads, for any pattern of losses and times', () => {
  const random = seededRandom(20_261_128);
  for (let round = 0; round < howMany(2_000, 100_000); round++) {
    const length = 1 + Math.floor(random() * (round % 50 === 0 ? 3_000 : 60));
    const lossShare = random() < 0.3 ? 0 : random();
    const stretch = random() < 0.5 ? 40 : 1_200;
    let at = Math.floor(random() * 2 ** 33);
    const arrivals = Array.from({ length }, () => {
      at = Math.max(0, at + Math.floor((random() - 0.2) * stretch));
      return random() < lossShare ? undefined : at;
    });
    arrivals[length - 1] = at;
    const baseSequence = Math.floor(random() * 2 ** 20);
    const told = arrivals.slice(0, togetherCount(arrivals));
    const read = readTransportFeedback(transportFeedback(9, round, { baseSequence, arrivals: told }));
    const modulus = 2 ** 32;
    const wrapped = told.map((ticks) => ticks && ((ticks % modulus) + modulus) % modulus);
    expect(read.baseSequence).toBe(baseSequence % 2 ** 16);
    expect(read.count).toBe(round % 256);
    expect(read.arrivals.map((ticks) => ticks && ((ticks % modulus) + modulus) % modulus)).toEqual(wrapped);
  }
});
