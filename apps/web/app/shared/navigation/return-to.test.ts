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

test('a page of the way in is no way back: it would send on for ever', () => {
  for (const value of [
    '/login',
    '/Login',
    '/login?return_to=%2Flogin',
    '/register#x',
    '/%6Cogin',
    '/free-register/connect',
    '/pg-login?token=x',
    '/login.data',
  ])
    expect([value, safeReturnTo(value)]).toEqual([value, '/']);
  for (const value of ['/loginova', '/models/signup', '/100%', '/a?x=/login'])
    expect(safeReturnTo(value)).toBe(value);
});
