import { expect, test } from 'vitest';
import { chargeHere, isOwnCharge } from './own-charges.ts';

test('news of a charge wait for its answer, and belong to the page that has charged', async () => {
  let answer: (result: object) => void = () => undefined;
  const charge = chargeHere(new Promise<object>((resolve) => (answer = resolve)));
  const own = isOwnCharge('a');
  const other = isOwnCharge('b');
  answer({ kind: 'bought', orderId: 'a' });
  expect(await charge).toEqual({ kind: 'bought', orderId: 'a' });
  expect([await own, await other]).toEqual([true, false]);
});

test('a charge that fails keeps no news from anybody', async () => {
  await expect(chargeHere(Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(await isOwnCharge('c')).toBe(false);
});
