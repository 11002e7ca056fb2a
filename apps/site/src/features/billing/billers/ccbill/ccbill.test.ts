import { expect, test } from 'vitest';
import { extractTime, readSales } from './ask-extract.ts';
import { formDigest, responseDigest } from './digests.ts';
import { readExtract } from './read-settlement.ts';
import { readWebhook } from './read-webhook.ts';
import { makeOrderSeal } from '../port/seal-order.ts';

const SALT = '7d901dad245fd0ff6bc20d06';
const rules = { account: '900123', subaccount: '0001', salt: SALT, seal: makeOrderSeal(Buffer.from('key')) };
const post = (fields: object, query = 'clientAccnum=900123&clientSubacc=0001') => ({
  bytes: Buffer.from(JSON.stringify(fields)),
  headers: {},
  query,
  address: '64.38.212.1',
});

test('the digests of links and answers are those that CCBill publishes', () => {
  const price = { initialPrice: '10.00', initialPeriod: '30', currencyCode: '840' };
  expect(formDigest(price, SALT)).toBe('a7459445d0e5dc0963fe736dc5cf900b');
  expect(formDigest({ ...price, recurring: { price: '10.00', period: '30', rebills: '99' } }, SALT)).toBe(
    '48f0b12e4307e64edb781c479665c899',
  );
  expect(responseDigest('0912191101000000159', true, SALT)).toBe('be9862b402f96b0fd34d5f6f399a7fe8');
  expect(responseDigest('0912191101000000159', false, SALT)).toBe('77ff5d216c2329e83532f4c0b0dc4ae9');
});

test('a charge without the name of its event is read by what it says, and names no order', () => {
  const fields = {
    subscriptionId: '01',
    transactionId: '02',
    billedInitialPrice: '50.00',
    billedCurrencyCode: '840',
  };
  expect(readWebhook(post(fields), rules)).toMatchObject([
    { kind: 'approved', orderId: '', transactionId: '01', amountCents: 5_000, currency: 'USD' },
  ]);
  const denied = { transactionId: '02', failureCode: '11', failureReason: 'Card has expired' };
  expect(readWebhook(post(denied), rules)).toMatchObject([{ kind: 'declined', declineCode: 'EXPIRED' }]);
});

test.each([
  'Cancellation',
  'Expiration',
  'BillingDateChange',
  'CustomerDataUpdate',
  'UserReactivation',
  'RenewalSuccess',
])('%s is genuine and changes no order', (type) => {
  expect(readWebhook(post({ eventType: type, subscriptionId: '01' }), rules)).toEqual([]);
});

test('a sale without its digest, an approval without a price, another account and a field told twice are refused', () => {
  const sale = {
    eventType: 'NewSaleSuccess',
    subscriptionId: '01',
    billedInitialPrice: '50.00',
    billedCurrencyCode: '840',
  };
  const signed = { ...sale, dynamicPricingValidationDigest: responseDigest('01', true, SALT) };
  expect(readWebhook(post(signed), rules)).toHaveLength(1);
  expect(readWebhook(post(sale), rules)).toBeUndefined();
  expect(readWebhook(post({ ...signed, billedInitialPrice: undefined }), rules)).toBeUndefined();
  expect(readWebhook(post(signed, 'clientAccnum=900124&clientSubacc=0001'), rules)).toBeUndefined();
  expect(readWebhook(post(signed, 'clientAccnum=900123&clientAccnum=900123'), rules)).toBeUndefined();
  expect(readWebhook(post({ ...signed, 'X-oid': 'f'.repeat(48) }), rules)).toBeUndefined();
});

test('lines of an extract are read that are of this account, and others are left out', () => {
  const text = [
    '"REFUND","900123","0001","0912191101000000159","20261122100000","10.00"',
    '"CHARGEBACK","900123","0001","0912191101000000160","20261122100000","50.00"',
    '"REFUND","900124","0001","0912191101000000159","20261122100000","10.00"',
    '"EXPIRE","900123","0001","0912191101000000159","20261122"',
    'broken',
  ].join('\n');
  const { lines, unread } = readExtract(text, { ...rules, currency: 'USD' });
  expect(lines.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
    ['refunded', 1_000],
    ['charged_back', 5_000],
  ]);
  expect(unread.map(({ number }) => number)).toEqual([3, 4, 5]);
});

test('sales of an extract are those of this account; what cannot be read of one is left open, and an error says nothing', () => {
  const cells = (id: string, time: string, price: string, account = '900123') =>
    ['NEW', account, '0001', id, time, ...Array.from({ length: 12 }, () => 'x'), price, '30', '0', '0', '0']
      .map((cell) => `"${cell}"`)
      .join(',');
  const text = [
    cells('01', '20261122100000', '50.00'),
    cells('02', '2026-11-22 10:00:00', 'many'),
    cells('03', 'then', '5'),
    cells('04', '20261122100000', '50.00', '900124'),
    '"REBILL","900123","0001","05","20261122100000"',
  ].join('\n');
  const at = Date.parse('2026-11-22T17:00:00Z');
  expect(extractTime(at)).toBe('20261122100000');
  expect(readSales(text, rules)).toEqual([
    { id: '01', atMs: at, cents: 5_000 },
    { id: '02', atMs: at, cents: undefined },
    { id: '03', atMs: undefined, cents: 500 },
  ]);
  expect(readSales('1\n', rules)).toEqual([]);
  for (const error of ['', 'Error:Authentication failed.', '-1', '<html>'])
    expect(readSales(error, rules)).toBeUndefined();
});
