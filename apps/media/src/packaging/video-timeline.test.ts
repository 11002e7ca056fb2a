import { expect, test } from 'vitest';
import { makeVideoTimeline } from './video-timeline.ts';

const FRAME = 3_000;

test('pictures lie end to end and last as long as the sender says', () => {
  const timeline = makeVideoTimeline(0);
  expect([0, FRAME, 2 * FRAME, 4 * FRAME].map((ticks) => timeline.begin(500 + ticks))).toEqual([
    0,
    FRAME,
    FRAME,
    2 * FRAME,
  ]);
  expect(timeline.endTicks).toBe(4 * FRAME);
});

test('what an estimate was off is made up for by the pictures after it', () => {
  const timeline = makeVideoTimeline(0);
  timeline.begin(0);
  expect(timeline.end()).toBe(FRAME);
  expect(timeline.begin(FRAME + 900)).toBe(0);
  expect(timeline.endTicks).toBe(FRAME);
  expect(timeline.begin(2 * FRAME + 900)).toBe(FRAME + 900);
  expect(timeline.endTicks).toBe(2 * FRAME + 900);
});

test('with every picture ended by estimate the track does not drift from the sender', () => {
  const timeline = makeVideoTimeline(0);
  for (let i = 0; i < 500; i++) {
    timeline.begin(i * 9_100 + (i % 3) * 400);
    timeline.end();
  }
  expect(Math.abs(timeline.endTicks - 500 * 9_100)).toBeLessThan(2_000);
});

test('a picture out of order is not begun', () => {
  const timeline = makeVideoTimeline(0);
  timeline.begin(FRAME);
  expect(timeline.begin(0)).toBeUndefined();
  expect(timeline.begin(FRAME)).toBeUndefined();
  expect(timeline.begin(2 * FRAME)).toBe(FRAME);
});

test('a clock that jumps ahead or back goes on one picture later', () => {
  const timeline = makeVideoTimeline(0);
  timeline.begin(0);
  timeline.begin(FRAME);
  expect(timeline.begin(FRAME + 90_000 * 60)).toBe(FRAME);
  expect(timeline.begin(0)).toBe(FRAME);
  expect(timeline.endTicks).toBe(3 * FRAME);
});

test('it continues where another stream ended', () => {
  const timeline = makeVideoTimeline(777);
  timeline.begin(123_456);
  expect(timeline.endTicks).toBe(777);
  expect(timeline.place(123_456)).toBe(777);
});
