import { expect, test } from 'vitest';
import { choosePartTarget, isPartExceeded, isPartFull, nextPartTarget } from './part-target.ts';

const repeat = (chunkMs: number, count = 25): number[] => Array.from({ length: count }, () => chunkMs);

test('the target fits whole chunks with room for those that are longer or shorter', () => {
  const chosen = [1_000 / 15, 80, 1_000 / 12, 100, 200].map((ms) => choosePartTarget(repeat(ms), 240));
  for (const [i, partMs] of [200, 240, 250, 200, 200].entries()) {
    expect(partMs / chosen[i]!).toBeGreaterThan(0.88);
    expect(partMs / chosen[i]!).toBeLessThan(0.97);
  }
});

test('a target is kept while it fits, and follows the chunks when it does not', () => {
  const targetMs = choosePartTarget(repeat(80), 240);
  expect(nextPartTarget([...repeat(79), ...repeat(81)], 240, targetMs)).toBe(targetMs);
  expect(nextPartTarget(repeat(100), 240, targetMs)).not.toBe(targetMs);
});

test('a freeze of the picture does not change the target', () => {
  const targetMs = choosePartTarget(repeat(80), 240);
  expect(nextPartTarget([...repeat(80), 3_000, ...repeat(80)], 240, targetMs)).toBe(targetMs);
  expect(nextPartTarget([3_000], 240, targetMs)).toBe(targetMs);
});

test('a part is full at 85 % of the target and never made longer than it', () => {
  expect([isPartFull(169, 200), isPartFull(170, 200)]).toEqual([false, true]);
  expect([isPartExceeded(120, 80, 200), isPartExceeded(121, 80, 200)]).toEqual([false, true]);
  expect(isPartExceeded(0, 500, 200)).toBe(false);
});
