import { DAY_MS } from '@klieg/kernel/time';
import { expect, test } from 'vitest';
import {
  countsForCe3,
  type EarlierPurchase,
  type Match,
  matchesOf,
  meetsCe3,
} from './compelling-evidence.ts';

const T0 = Date.parse('2026-11-01T00:00:00Z');
const purchase = (days: number, more: Partial<EarlierPurchase> = {}): EarlierPurchase => ({
  paidAtMs: T0 - days * DAY_MS,
  isUndisputed: true,
  matches: ['account', 'card', 'address'],
  ...more,
});
const meets = (purchases: readonly EarlierPurchase[], brand: string | undefined = 'Visa') =>
  meetsCe3(purchases, { disputedAtMs: T0, brand });
const sharing = (...matches: Match[]) => purchase(200, { matches });

test('purchases 120 to 365 days before a dispute that nobody disputed count for CE 3.0', () => {
  const counting = [119, 120, 365, 366].filter((days) => countsForCe3(purchase(days), T0));
  expect(counting).toEqual([120, 365]);
  expect(countsForCe3(purchase(200, { isUndisputed: false }), T0)).toBe(false);
});

test.each<readonly [what: string, isMet: boolean, purchases: readonly EarlierPurchase[]]>([
  ['two by the same card, account and address', true, [purchase(200), purchase(300)]],
  ['two at the ends of the time', true, [purchase(120), purchase(365)]],
  ['one too young', false, [purchase(200), purchase(119)]],
  ['one too old', false, [purchase(200), purchase(366)]],
  ['one that was disputed', false, [purchase(200), purchase(300, { isUndisputed: false })]],
  ['one alone', false, [purchase(200)]],
  ['account and device', true, [sharing('account', 'card', 'device'), sharing('account', 'card', 'device')]],
  ['address and device', true, [sharing('card', 'address', 'device'), sharing('card', 'address', 'device')]],
  [
    'account and card, without address or device',
    false,
    [sharing('account', 'card'), sharing('account', 'card')],
  ],
  ['the address alone', false, [sharing('card', 'address'), sharing('card', 'address')]],
  ['another card', false, [sharing('account', 'address', 'device'), sharing('account', 'address', 'device')]],
  [
    'address with one and device with the other, which all three do not share',
    false,
    [sharing('card', 'address', 'account'), sharing('card', 'device', 'account')],
  ],
  [
    'the two that fit among others',
    true,
    [sharing('account', 'card'), purchase(200), purchase(10), purchase(130), sharing('card', 'device')],
  ],
  ['none', false, []],
])('%s: %s', (_what, isMet, purchases) => expect(meets(purchases)).toBe(isMet));

test('it is Visa’s, and of no other scheme', () => {
  const two = [purchase(200), purchase(300)];
  expect(['VISA', 'visa', 'Mastercard', undefined].map((brand) => meets(two, brand ?? ''))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('what is not known of a purchase is not shared', () => {
  const known = { cardToken: 'c', address: '192.0.2.1', device: 'd' };
  expect(matchesOf(known, known)).toEqual(['account', 'card', 'address', 'device']);
  const unknown = { cardToken: null, address: null, device: null };
  expect(matchesOf(unknown, unknown)).toEqual(['account']);
  expect(matchesOf(known, { ...known, address: '192.0.2.2', device: null })).toEqual(['account', 'card']);
});
