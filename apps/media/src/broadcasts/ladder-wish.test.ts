import { expect, test } from 'vitest';
import { makeLadderWish } from './ladder-wish.ts';

test('what was wanted is kept for half a minute, and less of it for half a minute more', () => {
  const wishes = makeLadderWish();
  expect(wishes.at('nothing', 0)).toBe('nothing');
  expect(wishes.at('smallest', 1_000)).toBe('smallest');
  expect(wishes.at('all', 2_000)).toBe('all');
  expect(wishes.at('nothing', 31_000)).toBe('all');
  expect(wishes.at('nothing', 32_000)).toBe('nothing');
  expect(wishes.at('all', 40_000)).toBe('all');
  expect(wishes.at('smallest', 69_000)).toBe('all');
  expect(wishes.at('smallest', 70_000)).toBe('smallest');
  expect(wishes.at('nothing', 99_000)).toBe('smallest');
  expect(wishes.at('nothing', 100_000)).toBe('nothing');
});
