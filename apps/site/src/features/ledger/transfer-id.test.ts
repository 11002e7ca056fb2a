import { isUuidV7, type Uuid, uuidTimeMs, uuidv7 } from '@klieg/kernel';
import { expect, test } from 'vitest';
import { deriveTransferId } from './transfer-id.ts';

test('a key stands for the same transfer each time, for another one in another scope, with the time of the key L4', () => {
  const key = uuidv7();
  const id = deriveTransferId('account:17:tip', key);
  expect(isUuidV7(id)).toBe(true);
  expect(deriveTransferId('account:17:tip', key)).toBe(id);
  expect(uuidTimeMs(id)).toBe(uuidTimeMs(key));
  const others = [
    deriveTransferId('account:18:tip', key),
    deriveTransferId('account:17:media', key),
    deriveTransferId('account:17:tip', uuidv7()),
  ];
  expect(new Set([id, key, ...others]).size).toBe(5);
  expect(() => deriveTransferId('account:17', 'x' as Uuid)).toThrow('UUIDv7');
});

test('the derivation never changes, since stored transfers depend on it L4', () => {
  const key = '019a0000-0000-7000-8000-000000000001' as Uuid;
  expect(deriveTransferId('account:17:tip', key)).toMatchInlineSnapshot(
    `"019a0000-0000-7326-ad1a-3b9fb4b9b838"`,
  );
});
