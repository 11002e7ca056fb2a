import type { MediaFact } from '@klieg/contract/media';
import { expect, test } from 'vitest';
import { makeSegmentNumbers } from './segment-numbers.ts';

const WALL_MS = 1_790_000_000_000;

function setup() {
  let passedMs = 0;
  const numbers = makeSegmentNumbers({ now: () => passedMs, wallClock: () => WALL_MS + passedMs });
  const hear = (kind: 'health' | 'gone', nextSegment?: number) =>
    numbers.hear({
      kind,
      reason: 'replaced',
      streamName: 's',
      ...(nextSegment !== undefined && { nextSegment }),
    } as Extract<MediaFact, { kind: 'health' | 'gone' }>);
  return { numbers, hear, pass: (ms: number) => void (passedMs += ms) };
}

test('of a process that has told that it is over the very next number is free', () => {
  const { numbers, hear, pass } = setup();
  expect(numbers.beyond('s')).toBeUndefined();
  hear('gone', 700);
  pass(20_000);
  expect(numbers.beyond('s')).toBe(701);
  expect(numbers.beyond('other')).toBeUndefined();
});

test('one that goes on, or died without a word, may have made a segment each second until it would have told again', () => {
  const { numbers, hear, pass } = setup();
  hear('health', 700);
  expect(numbers.beyond('s')).toBe(701);
  pass(2_500);
  expect(numbers.beyond('s')).toBe(704);
  pass(20_000);
  expect(numbers.beyond('s')).toBe(707);
  pass(60_000);
  expect(numbers.beyond('s')).toBeUndefined();
});

test('what cannot be a number of a segment is not believed', () => {
  const { numbers, hear } = setup();
  for (const wrong of [undefined, -1, 1.5, NaN, WALL_MS]) hear('health', wrong);
  expect(numbers.beyond('s')).toBeUndefined();
});
