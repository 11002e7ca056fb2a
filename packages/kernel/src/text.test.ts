import { expect, test } from 'vitest';
import { hasUnstorableText, unstorablePaths } from './text.ts';

test('texts that no database takes are found at any depth, in keys too: W18', () => {
  for (const fine of ['', 'text', '👩‍👩‍👧‍👦', '\u0001', 1, null, undefined, true, [], { a: ['b'] }])
    expect(hasUnstorableText(fine)).toBe(false);
  for (const broken of [
    'nul\u0000',
    '\ud800',
    'x\udfff',
    ['\u0000'],
    { a: { b: ['\ud800'] } },
    { '\u0000': 1 },
  ])
    expect(hasUnstorableText(broken)).toBe(true);
});

test('they are named by where they stand, what cannot be named by what holds it', () => {
  expect(unstorablePaths({ a: { b: ['fine', '\u0000'] }, c: '\ud800', d: 1 })).toEqual(['a.b.1', 'c']);
  expect(unstorablePaths({ a: { '\u0000': 1 } })).toEqual(['a']);
  expect(unstorablePaths('\u0000')).toEqual(['']);
});
