import { expect, test } from 'vitest';
import { makeTimeAnchor } from './time-anchor.ts';

test('chunks that come with different delays do not move the dates', () => {
  let wallMs = 0;
  const anchor = makeTimeAnchor(() => wallMs);
  for (const [endMs, delayMs] of [
    [100, 50],
    [200, 400],
    [300, 50],
    [400, 900],
  ] as const) {
    wallMs = 1_000_000 + endMs + delayMs;
    anchor.observe(endMs);
    expect(anchor.dateOf(0)).toBe(1_000_050);
  }
});

test('a clock that is another one is followed', () => {
  let wallMs = 1_000_100;
  const anchor = makeTimeAnchor(() => wallMs);
  expect(anchor.dateOf(0)).toBe(1_000_100);
  anchor.observe(100);
  wallMs = 1_060_200;
  anchor.observe(200);
  expect(anchor.dateOf(0)).toBe(1_060_000);
});
