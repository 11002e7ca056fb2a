import { expect, test } from 'vitest';
import { makeSampleFifo } from './sample-fifo.ts';
import { makeSoundClock } from './sound-clock.ts';

test('samples follow each other on the video clock, and jitter does not move them', () => {
  const clock = makeSoundClock(48_000);
  expect(clock.msAt(0)).toBeUndefined();
  clock.mark(0, 500);
  clock.mark(960, 529);
  expect(clock.msAt(-48)).toBe(499);
  expect(clock.msAt(960)).toBe(520);
});

test('after lost packets the samples that came later are later, those before are not', () => {
  const clock = makeSoundClock(48_000);
  clock.mark(0, 500);
  clock.mark(960, 720);
  expect(clock.msAt(480)).toBe(510);
  expect(clock.msAt(960)).toBe(720);
  expect(clock.msAt(1_440)).toBe(730);
});

test('samples leave in the order in which they came, in blocks of any length', () => {
  const fifo = makeSampleFifo({ planes: 2, perSample: 1, samplesMax: 10 });
  expect(fifo.read(1)).toBeUndefined();
  fifo.write([Float32Array.of(1, 2, 3), Float32Array.of(-1, -2, -3)]);
  fifo.write([Float32Array.of(4), Float32Array.of(-4)]);
  expect(fifo.read(3)).toEqual([Float32Array.of(1, 2, 3), Float32Array.of(-1, -2, -3)]);
  expect(fifo.read(2)).toBeUndefined();
  expect(fifo.length).toBe(1);
});

test('more samples than there is room for push out the oldest', () => {
  const fifo = makeSampleFifo({ planes: 1, perSample: 2, samplesMax: 2 });
  fifo.write([Float32Array.of(1, 1, 2, 2)]);
  fifo.write([Float32Array.of(3, 3)]);
  fifo.write([]);
  expect(fifo.read(2)).toEqual([Float32Array.of(2, 2, 3, 3)]);
});
