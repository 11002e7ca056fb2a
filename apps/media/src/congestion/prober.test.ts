import { expect, test } from 'vitest';
import { makeProber } from './prober.ts';

test('a line is tried twice at the start, and then only where more is wanted than it is known to carry', () => {
  const prober = makeProber();
  expect(prober.due(1_500, 0)).toBe(2_500);
  expect(prober.due(1_500, 10)).toBeUndefined();
  expect(prober.due(1_500, 40)).toBe(6_000);
  for (let atMs = 60; atMs < 30_000; atMs += 200) expect(prober.due(1_500, atMs)).toBeUndefined();
  prober.want(1_000);
  expect(prober.due(1_500, 30_000)).toBeUndefined();
});

test('a narrow line is felt at again and again, and where that comes through it is tried for all that is wanted', () => {
  const prober = makeProber();
  prober.due(300, 0);
  prober.due(300, 40);
  prober.want(3_000);
  const tries: number[] = [];
  for (let atMs = 10_000; atMs < 70_000; atMs += 100) {
    const kbps = prober.due(300, atMs);
    if (kbps === undefined) continue;
    tries.push(atMs);
    expect(kbps).toBe(480);
    // The line is still as narrow.
    prober.onFound(290, atMs + 100);
  }
  // Soon enough for whoever waits, seldom enough for the line.
  const apart = tries.slice(1).map((atMs, i) => atMs - tries[i]!);
  expect(Math.max(...apart)).toBeLessThanOrEqual(1_500);
  expect(Math.min(...apart)).toBeGreaterThanOrEqual(1_000);
  const atMs = tries.at(-1)! + 2_000;
  expect(prober.due(300, atMs)).toBe(480);
  prober.onFound(470, atMs + 100);
  expect(prober.due(470, atMs + 100)).toBe(1_410);
  prober.onFound(1_400, atMs + 200);
  // No more than is of use.
  expect(prober.due(1_400, atMs + 200)).toBe(3_600);
  prober.onFound(2_900, atMs + 300);
  expect(prober.due(2_900, atMs + 300)).toBe(3_600);
  prober.onFound(2_700, atMs + 400);
  expect(prober.due(2_900, atMs + 400)).toBeUndefined();
});
