import { expect, test } from 'vitest';
import { isSameSecret, sha256 } from './secrets.ts';

test('SHA-256 of a text is that of its bytes', () => {
  // NIST FIPS 180-2, appendix B.1.
  const wanted = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(sha256('abc').toString('hex')).toBe(wanted);
  expect(sha256(new Uint8Array([97, 98, 99])).toString('hex')).toBe(wanted);
});

test('secrets are the same only byte by byte', () => {
  expect(isSameSecret('', '')).toBe(true);
  expect(isSameSecret('key', 'key')).toBe(true);
  expect(isSameSecret('key', Buffer.from('key'))).toBe(true);
  expect(isSameSecret('key', 'kez')).toBe(false);
  expect(isSameSecret('key', 'key ')).toBe(false);
  expect(isSameSecret('key', '')).toBe(false);
});

test('a text that has as many characters and more bytes is another secret, not an error', () => {
  expect(isSameSecret('naïve', 'naive')).toBe(false);
  expect(isSameSecret('naive', 'na\u00efv')).toBe(false);
});
