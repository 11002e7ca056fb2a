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

test('it tries less and less often in vain, and goes on at once where a try has found more', () => {
  const prober = makeProber();
  prober.due(300, 0);
  prober.due(300, 40);
  prober.want(3_000);
  const tries: number[] = [];
  for (let atMs = 10_000; atMs < 70_000; atMs += 100) if (prober.due(300, atMs)) tries.push(atMs);
  expect(tries.length).toBeLessThan(11);
  expect(tries.at(-1)! - tries.at(-2)!).toBeGreaterThan(tries[1]! - tries[0]!);
  // No more than three times what is known.
  const atMs = tries.at(-1)! + 40_000;
  expect(prober.due(300, atMs)).toBe(900);
  prober.onFound(880, atMs + 100);
  expect(prober.due(880, atMs + 100)).toBe(2_640);
});
