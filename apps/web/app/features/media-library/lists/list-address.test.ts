import { expect, test } from 'vitest';
import { searchOf, tagNamed } from './list-address.ts';

test('the address of a list names only what differs from its first page', () => {
  expect(searchOf({ page: 1, sort: 'new', tag: undefined })).toBe('');
  expect(searchOf({ page: 2, sort: 'price_low', tag: 'late-night', type: 'videos' })).toBe(
    '?type=videos&tag=late-night&sort_by=price_low&page=2',
  );
});

test('what cannot be a tag is none', () => {
  expect(tagNamed('late-night')).toBe('late-night');
  for (const word of [null, '', 'Late', 'a b', 'x'.repeat(33), '<b>']) expect(tagNamed(word)).toBeUndefined();
});
