import { expect, test } from 'vitest';
import { makeSequenceWatch } from './sequence-watch.ts';

const seen = (...numbers: readonly number[]): string[] => {
  const watch = makeSequenceWatch();
  return numbers.map((number) => watch.see(number));
};

test('numbers that follow, come late or twice, or after some that were lost, are near, across the wrap too', () => {
  expect(new Set(seen(65_530, 65_535, 0, 65_500, 0, 1_900, 60, 3_000))).toEqual(new Set(['near']));
});

test('one packet far from all others is strange, before them as after them', () => {
  expect(seen(10_000, 20_000, 10_001, 3_000, 10_002)).toEqual(['near', 'strange', 'near', 'strange', 'near']);
  expect(seen(10_000, 20_000, 30_000, 20_001, 10_001)).toEqual([
    'near',
    'strange',
    'strange',
    'strange',
    'near',
  ]);
});

test('two in a row are a sender that goes on from there (RFC 3550, A.1)', () => {
  expect(seen(10_000, 3_000, 3_001, 3_002, 10_001)).toEqual(['near', 'strange', 'anew', 'near', 'strange']);
  expect(seen(10_000, 65_535, 0, 1)).toEqual(['near', 'strange', 'anew', 'near']);
});
