import { expect, test } from 'vitest';
import { safeReturnTo } from './return-to.ts';

test('only a path of this site is a way back', () => {
  expect(safeReturnTo('/marlowe?vidstop=1')).toBe('/marlowe?vidstop=1');
  for (const value of [
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/%2f%2fevil.example/',
    '/%252f%252fevil.example/',
    '/%5Cevil.example',
    '/a\nb',
    '',
    null,
    `/${'a'.repeat(500)}`,
  ])
    expect(safeReturnTo(value)).toBe('/');
});
