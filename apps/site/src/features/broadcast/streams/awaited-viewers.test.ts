import { expect, test } from 'vitest';
import { makeAwaited } from './awaited-viewers.ts';

test('a crowd that opens a room is told of once in some seconds, and each stream by itself', () => {
  let nowMs = 0;
  const awaited = makeAwaited(() => nowMs);
  expect([awaited.isNew('a'), awaited.isNew('a'), awaited.isNew('b')]).toEqual([true, false, true]);
  nowMs = 14_999;
  expect(awaited.isNew('a')).toBe(false);
  nowMs = 15_000;
  expect([awaited.isNew('a'), awaited.isNew('a')]).toEqual([true, false]);
});
