import { expect, test } from 'vitest';
import { makeUnwrapper } from './unwrap.ts';

test('a sequence number goes on rising when its 16 bits wrap', () => {
  const unwrapper = makeUnwrapper(16);
  expect([65_534, 65_535, 0, 1].map((value) => unwrapper.next(value))).toEqual([
    65_534, 65_535, 65_536, 65_537,
  ]);
});

test('an older value after a wrap is placed before it and does not move the newest', () => {
  const unwrapper = makeUnwrapper(32);
  unwrapper.next(2 ** 32 - 10);
  expect(unwrapper.next(5)).toBe(2 ** 32 + 5);
  expect(unwrapper.next(2 ** 32 - 20)).toBe(2 ** 32 - 20);
  expect(unwrapper.near(6)).toBe(2 ** 32 + 6);
});

test('a value below the first one becomes negative instead of wrapping up', () => {
  const unwrapper = makeUnwrapper(16);
  unwrapper.next(2);
  expect(unwrapper.next(65_535)).toBe(-1);
});

test('after a reset it knows nothing', () => {
  const unwrapper = makeUnwrapper(16);
  unwrapper.next(7);
  unwrapper.reset();
  expect(unwrapper.near(7)).toBeUndefined();
  expect(unwrapper.next(65_000)).toBe(65_000);
});
