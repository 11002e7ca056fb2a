import { expect, test } from 'vitest';
import { makeEffort } from './effort.ts';

test('one delay changes nothing, a second one soon after leaves something out, down to the least', () => {
  const effort = makeEffort(() => 2);
  expect(effort.onBehind(0)).toBe(false);
  expect(effort.onBehind(31_000)).toBe(false);
  expect(effort.onBehind(40_000)).toBe(true);
  expect([effort.onBehind(41_000), effort.onBehind(42_000)]).toEqual([false, true]);
  expect(effort.level).toBe(2);
  expect([effort.onBehind(43_000), effort.onBehind(44_000)]).toEqual([false, false]);
});

test('a calm minute tries more again, and after each failure the calm has to be longer', () => {
  const effort = makeEffort(() => 3);
  let nowMs = 0;
  const waits = Array.from({ length: 6 }, () => {
    effort.onBehind((nowMs += 1_000));
    effort.onBehind((nowMs += 1_000));
    const sinceMs = nowMs;
    while (!effort.relax((nowMs += 1_000)));
    return (nowMs - sinceMs) / 60_000;
  });
  expect(waits).toEqual([1, 2, 4, 8, 16, 16]);
  expect(effort.level).toBe(0);
  expect(effort.relax(nowMs + 10_000_000)).toBe(false);
});
