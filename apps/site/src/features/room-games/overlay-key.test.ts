import type { AccountId } from '@klieg/kernel';
import { isSameSecret } from '@klieg/kernel/secrets';
import { expect, test } from 'vitest';
import { overlayKeyOf, ownerOfKey } from './overlay-key.ts';

const secret = new Uint8Array(32).fill(7);
const ines = 41 as AccountId;
const kai = 42 as AccountId;

test('a key is the same each time, and another one for every account, version and site', () => {
  const key = overlayKeyOf(secret, ines, 1);
  expect(overlayKeyOf(secret, ines, 1)).toBe(key);
  expect(key).toMatch(/^15-[0-9a-f]{32}$/u);
  const others = [
    overlayKeyOf(secret, ines, 2),
    overlayKeyOf(secret, kai, 1),
    overlayKeyOf(new Uint8Array(32).fill(8), ines, 1),
  ];
  expect(new Set([key, ...others].map((one) => one.split('-')[1]))).toHaveProperty('size', 4);
  for (const other of others) expect(isSameSecret(key, other)).toBe(false);
  expect(isSameSecret(key, key)).toBe(true);
});

test('a key names its owner, and what is no key names nobody', () => {
  for (const id of [1, 35, 36, Number.MAX_SAFE_INTEGER] as AccountId[])
    expect(ownerOfKey(overlayKeyOf(secret, id, 3))).toBe(id);
  const proof = 'a'.repeat(32);
  for (const key of [
    '',
    proof,
    `-${proof}`,
    `0-${proof}`,
    `15-${proof}a`,
    `15-${proof.slice(1)}`,
    `zzzzzzzzzzz-${proof}`,
    `15-${proof.toUpperCase()}`,
  ])
    expect(ownerOfKey(key), key).toBeUndefined();
});
