import { expect, test } from 'vitest';
import { hasUnstorableText } from './text.ts';

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
