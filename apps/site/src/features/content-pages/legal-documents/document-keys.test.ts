import { sha256 } from '@klieg/kernel/secrets';
import { expect, test } from 'vitest';
import { makeDocumentKeys, newDocumentKey } from './document-keys.ts';

const keys = makeDocumentKeys(Buffer.alloc(32, 7));
const NOW = Date.parse('2026-11-25T12:00:00Z');

test('a sealed key opens its document for its purpose until its end', () => {
  const key = keys.seal('sign', 42, NOW + 60_000);
  expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(keys.open('sign', key, NOW)).toBe(42);
  expect(keys.open('sign', key, NOW + 60_000)).toBeUndefined();
  expect(keys.open('pdf', key, NOW)).toBeUndefined();
});

test('a key that is changed, too short, made up or of another site opens nothing', () => {
  const key = keys.seal('sign', 42, NOW + 60_000);
  const changed = Buffer.from(key, 'base64url');
  changed[5]! ^= 1;
  for (const wrong of [changed.toString('base64url'), key.slice(1), '', newDocumentKey()])
    expect(keys.open('sign', wrong, NOW), wrong).toBeUndefined();
  expect(makeDocumentKeys(Buffer.alloc(32, 8)).open('sign', key, NOW)).toBeUndefined();
});

test('a link has 256 bits, of which a digest is kept', () => {
  const key = newDocumentKey();
  expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(newDocumentKey()).not.toBe(key);
  expect(sha256(key)).toHaveLength(32);
});
