import { expect, test } from 'vitest';
import { refuseKey } from './owner-key-rules.ts';

const open = { usedAt: null };
const used = { usedAt: new Date() };

test.each([
  ['an open key of a site without an owner works', open, false, undefined],
  ['a key that was used does not', used, false, 'used'],
  ['an open key of a site that has an owner does not', open, true, 'used'],
  ['a key that nobody made does not', undefined, false, 'unknown'],
  ['and tells a stranger nothing about the owner', undefined, true, 'unknown'],
])('%s', (_name, key, hasOwner, refusal) => {
  expect(refuseKey(key, hasOwner)).toBe(refusal);
});
