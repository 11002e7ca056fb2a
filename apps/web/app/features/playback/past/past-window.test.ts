import { expect, test } from 'vitest';
import { behindByKey, clampBehind, readWindow, secondsBack, serverNow } from './past-window.ts';

const window = readWindow({ from: 1_000_000, until: 1_118_000, now: 1_120_000 }, 500)!;

test('what the server says is read, and anything else is nothing', () => {
  expect(window).toEqual({ fromMs: 1_000_000, untilMs: 1_118_000, nowMs: 1_120_000, atMs: 500 });
  for (const answer of [undefined, null, 'x', {}, { from: 1, until: '2', now: 3 }])
    expect(readWindow(answer, 0)).toBeUndefined();
});

test('what one may go back grows with the broadcast up to what the performer lets one', () => {
  expect(secondsBack(undefined, 10, 0)).toBe(0);
  expect(secondsBack(window, 10, 500)).toBe(120);
  expect(secondsBack(window, 10, 60_500)).toBe(180);
  expect(secondsBack(window, 10, 10_000_000)).toBe(595);
  expect(serverNow(window, 2_500)).toBe(1_122_000);
});

test('near the newest picture one is live, and nobody gets further than there is', () => {
  expect([0, 7, 8, 50, 500].map((seconds) => clampBehind(seconds, 120))).toEqual([0, 0, 8, 50, 120]);
  expect(clampBehind(60, 5)).toBe(0);
});

test.each([
  ['ArrowLeft', 0, 8],
  ['ArrowLeft', 20, 25],
  ['ArrowLeft', 118, 120],
  ['ArrowRight', 20, 15],
  ['ArrowRight', 10, 0],
  ['ArrowRight', 0, 0],
  ['PageDown', 10, 70],
  ['PageUp', 100, 40],
  ['PageUp', 30, 0],
  ['Home', 30, 120],
  ['End', 30, 0],
  ['Enter', 30, undefined],
] as const)('%s from %i s leads to %s', (key, from, to) => expect(behindByKey(key, from, 120)).toBe(to));
