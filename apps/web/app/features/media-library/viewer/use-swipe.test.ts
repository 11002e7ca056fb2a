import { expect, test } from 'vitest';
import { swipeOf } from './use-swipe.ts';

test('a finger that goes sideways leads on or back, any other way nowhere', () => {
  expect(swipeOf(-80, 10)).toBe(1);
  expect(swipeOf(80, -10)).toBe(-1);
  expect(swipeOf(-39, 0)).toBe(0);
  expect(swipeOf(-80, 60)).toBe(0);
  expect(swipeOf(0, 200)).toBe(0);
});
