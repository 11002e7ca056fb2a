import { DAY_MS } from '@klieg/kernel/time';
import { expect, test } from 'vitest';
import { offerOf, type Standing } from './offer-rules.ts';

const terms = { afterDays: 30, afterPurchases: 3 };
const good: Standing = {
  isViewer: true,
  isAddressConfirmed: true,
  ageMs: 30 * DAY_MS,
  purchases: 3,
  chargebacks: 0,
  hasFailed: false,
};

test.each<[string, Partial<Standing>, number]>([
  ['just enough', {}, 500],
  ['more purchases', { purchases: 5 }, 1_000],
  ['a great many', { purchases: 400 }, 5_000],
  ['a performer', { isViewer: false }, 0],
  ['no confirmed address', { isAddressConfirmed: false }, 0],
  ['a day too young', { ageMs: 29 * DAY_MS }, 0],
  ['a purchase too few', { purchases: 2 }, 0],
  ['a chargeback, however many purchases', { chargebacks: 1, purchases: 400 }, 0],
  ['a line that failed', { hasFailed: true, purchases: 400 }, 0],
])('credit is offered by a rule: %s (S2201)', (_what, more, tokens) =>
  expect(offerOf({ ...good, ...more }, terms)).toBe(tokens),
);
