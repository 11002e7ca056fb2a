import { expect, test } from 'vitest';
import { z } from 'zod';
import { makeBillers } from './make-billers.ts';
import { makeOrderSeal } from './port/seal-order.ts';
import { billerEnvironment, billerSettingsOf, faultsOfBillers } from './settings.ts';

const read = (given: Record<string, string>) => z.object(billerEnvironment).parse(given);
const namesOf = (given: Record<string, string>) =>
  makeBillers(billerSettingsOf(read(given)), {
    seal: makeOrderSeal(Buffer.from('key')),
    keepForm: async () => 'https://k/go',
    postUrl: (name) => `https://k/${name}`,
  }).map(({ name }) => name);
const ccbill = {
  CCBILL_ACCOUNT: '900123',
  CCBILL_SUBACCOUNT: '0001',
  CCBILL_FORM: 'abcdef01',
  CCBILL_SALT: 'salt',
};
const paypal = { PAYPAL_CLIENT: 'a', PAYPAL_SECRET: 'b', PAYPAL_WEBHOOK: 'c' };
const all = {
  ...ccbill,
  ...paypal,
  EPOCH_COMPANY: 'co',
  EPOCH_KEY: 'key',
  EPOCH_PRODUCTS: 'tokens_50:a,tokens_100:b',
  EPOCH_TYPES: 'C:refunded',
  EPOCH_PAGE: 'wnu',
  ROCKETGATE_MERCHANT: '1',
  ROCKETGATE_PASSWORD: 'testpassword',
  ROCKETGATE_HASH_SECRET: 'secret',
  ROCKETGATE_NETWORKS: '192.0.2.0/24',
  CASHTOCODE_URL: 'https://cluster.example',
  CASHTOCODE_USER: 'u',
  CASHTOCODE_PASSWORD: 'p',
  CASHTOCODE_MERCHANT: 'm',
  CASHTOCODE_CURRENCY: 'EUR',
  CASHTOCODE_SECRET: 'Basic secret',
  PAYGARDEN_PARTNER: 'p',
  PAYGARDEN_PRODUCT: 'tokens',
  PAYGARDEN_KEY: 'k',
  ROCKETFUEL_MERCHANT: 'm',
  ROCKETFUEL_EMAIL: 'e',
  ROCKETFUEL_PASSWORD: 'p',
  ROCKETFUEL_PUBLIC_KEY: 'A'.repeat(120),
};

test('a biller without settings is off, one with all of them is on, in the order in which they are preferred', () => {
  expect(namesOf({})).toEqual([]);
  expect(namesOf(Object.fromEntries(Object.keys(all).map((name) => [name, ''])))).toEqual([]);
  expect(namesOf(ccbill)).toEqual(['ccbill']);
  expect(namesOf(all)).toEqual(['ccbill', 'wnu', 'rocketgate', 'cashtocode', 'paygarden', 'rocketfuel']);
});

test('PayPal is off with its keys alone, and on where it is switched on', () => {
  expect(namesOf(paypal)).toEqual([]);
  expect(namesOf({ ...paypal, PAYPAL_ENABLED: '1' })).toEqual(['paypal']);
});

test('a part of a biller’s settings is a mistake that names the rest, and so is a wrong value', () => {
  expect(faultsOfBillers(read(all))).toEqual([]);
  expect(faultsOfBillers(read({ CCBILL_ACCOUNT: '900123', CCBILL_FORM: 'abcdef01' }))[0]).toContain(
    'CCBILL_SUBACCOUNT, CCBILL_SALT must be given',
  );
  expect(() => read({ ...ccbill, CCBILL_ACCOUNT: '9' })).toThrow(
    'CCBILL_ACCOUNT must be the six digits of the account',
  );
});
