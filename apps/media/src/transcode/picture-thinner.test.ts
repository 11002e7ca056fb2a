import { expect, test } from 'vitest';
import { makePictureThinner } from './picture-thinner.ts';

/** Which of 60 pictures are kept, a second and later, when the rate is known. */
function kept(fps: number, fpsMax: number, isKey: (i: number) => boolean = () => false): number[] {
  const thinner = makePictureThinner(fpsMax);
  return Array.from({ length: 120 }, (_, i) => i).filter((i) =>
    thinner.takes(Math.round((i * 90_000) / fps), i === 0 || isKey(i)),
  );
}

const stepsOf = (indices: readonly number[]): number[] =>
  indices
    .slice(-20)
    .map((index, i, all) => index - (all[i - 1] ?? index))
    .slice(1);

test('pictures are left out evenly until there are at most as many as wanted', () => {
  expect(stepsOf(kept(30, 20)).every((step) => step === 2)).toBe(true);
  expect(stepsOf(kept(60, 20)).every((step) => step === 3)).toBe(true);
  expect(kept(20, 20)).toHaveLength(120);
  expect(kept(30, 60)).toHaveLength(120);
});

test('keyframes are always kept, and the pattern goes on from them', () => {
  const indices = kept(30, 20, (i) => i % 31 === 0);
  expect([31, 62, 93].every((i) => indices.includes(i))).toBe(true);
  expect(indices.includes(94)).toBe(false);
});

test('a pause in the source does not change the rate', () => {
  const thinner = makePictureThinner(20);
  for (let i = 0; i < 60; i++) thinner.takes(i * 3_000, i === 0);
  const after = Array.from({ length: 6 }, (_, i) => thinner.takes(10_000_000 + i * 3_000, i === 0));
  expect(after).toEqual([true, false, true, false, true, false]);
});
