import { expect, test } from 'vitest';
import { makeTrackClock } from './track-clock.ts';

test('the first lies now, those after it as far from it as the track says', () => {
  const clock = makeTrackClock();
  expect(clock.place(50, 1_000_000)).toBe(1_000_000);
  expect(clock.place(33_383, 1_041_000)).toBe(1_033_333);
});

test('another camera, and a track that stood still, begin anew and never go back', () => {
  const clock = makeTrackClock();
  clock.place(0, 1_000_000);
  expect(clock.place(9e12, 1_033_000)).toBe(1_033_000);
  expect(clock.place(9e12 + 10, 1_033_100)).toBe(1_033_010);
  expect(clock.place(0, 1_033_000)).toBe(1_033_011);
  expect(clock.place(33_000, 5_000_000)).toBe(5_000_000);
});
