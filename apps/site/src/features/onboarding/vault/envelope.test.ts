import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeEnvelope, openBytes, sealBytes } from './envelope.ts';
import { makeViewKeys, VIEW_MS } from './view-keys.ts';

const [first, second] = [randomBytes(32), randomBytes(32)];

test('what was sealed opens at its own place alone, and not once a bit of it was altered', () => {
  const sealed = sealBytes(first, 'a:file', Buffer.from('a name'));
  expect(openBytes(first, 'a:file', sealed).toString()).toBe('a name');
  expect(sealed.includes('a name')).toBe(false);
  expect(() => openBytes(first, 'b:file', sealed)).toThrow();
  expect(() => openBytes(second, 'a:file', sealed)).toThrow();
  sealed[sealed.length - 1]! ^= 1;
  expect(() => openBytes(first, 'a:file', sealed)).toThrow();
});

test('each record has a key of its own, which a new key of the vault takes over without a look at what it seals', () => {
  const before = makeEnvelope(first, []);
  const [a, b] = [before.newKey('a'), before.newKey('b')];
  expect(a.dataKey.equals(b.dataKey)).toBe(false);
  const after = makeEnvelope(second, [first]);
  expect(after.keyId).not.toBe(before.keyId);
  const moved = after.rewrap('a', a.wrapped);
  expect(moved.keyId).toBe(after.keyId);
  expect(makeEnvelope(second, []).openKey('a', moved).equals(a.dataKey)).toBe(true);
  expect(() => after.openKey('b', a.wrapped)).toThrow();
  expect(() => makeEnvelope(second, []).openKey('a', a.wrapped)).toThrow('not known');
});

test('a view is for whoever opened it, for a minute', () => {
  const keys = makeViewKeys(first);
  const id = '0198f1a2-0000-7000-8000-000000000001' as never;
  const key = keys.seal(id, 7 as never, VIEW_MS);
  expect(keys.open(key, 7 as never, VIEW_MS - 1)).toBe(id);
  expect(keys.open(key, 8 as never, 0)).toBeUndefined();
  expect(keys.open(key, 7 as never, VIEW_MS)).toBeUndefined();
  for (const bad of [
    '',
    '.',
    `${key}x`,
    key.replace('.7.', '.8.'),
    makeViewKeys(second).seal(id, 7 as never, VIEW_MS),
  ])
    expect(keys.open(bad, 7 as never, 0)).toBeUndefined();
});
