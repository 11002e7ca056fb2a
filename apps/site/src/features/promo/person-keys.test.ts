import { expect, test } from 'vitest';
import { type KnownPerson, NETWORK_KEYS, personKeysOf } from './person-keys.ts';

const secret = new Uint8Array(32).fill(7);
const PERSON: KnownPerson = {
  accountId: 17,
  email: 'Paul@example.org',
  network: '192.0.2.1',
  cards: ['sandbox:tok_1'],
  otherAccounts: [],
};
const keysOf = (change: Partial<KnownPerson>) => personKeysOf(secret, { ...PERSON, ...change });

test('account, address, network and card make a person known again, and say nothing by themselves', () => {
  const { keys } = keysOf({});
  expect(keys.map((key) => key.slice(0, key.indexOf(':')))).toEqual(['account', 'email', 'network', 'card']);
  expect(keys.join()).not.toMatch(/paul|192\.0|tok_1/i);
  expect(keysOf({ email: ' paul@EXAMPLE.org' }).keys).toEqual(keys);
  expect(keys.filter((key) => key.startsWith(NETWORK_KEYS))).toHaveLength(1);
});

test('what is not known is no key, and a browser finds its other accounts', () => {
  expect(keysOf({ email: '', network: undefined, cards: [] }).keys).toHaveLength(1);
  expect(keysOf({ otherAccounts: [17, 18] }).others).toEqual([keysOf({ accountId: 18 }).keys[0]]);
});
