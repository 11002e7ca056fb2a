import { howMany } from '@klieg/testing/run-length';
import { expect, test } from 'vitest';
import { countCharges, faultOf, keepsTerms, type ReUpSight, verdictOn } from './re-up-rules.ts';

const caps = { belowTokens: 20, perDay: 3, centsPerMonth: 20_000 };
const spent: ReUpSight = {
  isEnabled: true,
  hasOpenOrder: false,
  hasPage: true,
  mayBuy: true,
  tokens: 19,
  seenTokens: 50,
  priceCents: 2_000,
  chargesToday: 0,
  centsThisMonth: 0,
};

test.each<[string, Partial<ReUpSight>, string]>([
  ['below the threshold after a spend', {}, 'buy'],
  ['at the threshold', { tokens: 20 }, 'wait'],
  ['below it, but nothing was spent', { seenTokens: 19 }, 'wait'],
  ['below it after tokens came', { seenTokens: 3 }, 'wait'],
  ['nobody has looked before', { seenTokens: null }, 'wait'],
  ['switched off', { isEnabled: false }, 'wait'],
  ['an open order', { hasOpenOrder: true }, 'wait'],
  ['no page for a minute', { hasPage: false }, 'wait'],
  ['an account that may not buy', { mayBuy: false }, 'wait'],
  ['the last of the day', { chargesToday: 2 }, 'buy'],
  ['one too many of the day', { chargesToday: 3 }, 'capped'],
  ['the last of the month', { centsThisMonth: 18_000 }, 'buy'],
  ['one cent too many of the month', { centsThisMonth: 18_001 }, 'capped'],
])('tokens are bought by a rule: %s (S2302)', (_what, more, verdict) =>
  expect(verdictOn({ ...spent, ...more }, caps)).toBe(verdict),
);

test('sums stay within both caps, whatever is spent when (S2302)', () => {
  let seed = 11;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  for (let run = 0; run < howMany(50, 2_000); run++) {
    let now = Date.UTC(2026, 0, 1);
    const orders: { state: string; amountCents: number; createdAt: Date }[] = [];
    for (let step = 0; step < 300; step++) {
      now += random(8 * 60 * 60_000);
      const priceCents = [500, 2_000, 5_000][random(3)]!;
      const verdict = verdictOn({ ...spent, priceCents, ...countCharges(orders, now) }, caps);
      const states = ['succeeded', 'sent', 'declined'];
      if (verdict === 'buy')
        orders.push({ state: states[random(3)]!, amountCents: priceCents, createdAt: new Date(now) });
    }
    const counted = orders.filter(({ state }) => state !== 'declined');
    const sums = (length: number, value: (cents: number) => number) =>
      Object.values(Object.groupBy(counted, ({ createdAt }) => createdAt.toISOString().slice(0, length))).map(
        (group) => group!.reduce((sum, { amountCents }) => sum + value(amountCents), 0),
      );
    expect(Math.max(...sums(10, () => 1))).toBeLessThanOrEqual(3);
    expect(Math.max(...sums(7, (cents) => cents))).toBeLessThanOrEqual(20_000);
    expect(counted.length).toBeGreaterThan(5);
  }
});

test.each([
  ['AUTHCODE', false, 'verification_required'],
  ['INVALIDZIP', false, 'verification_required'],
  [null, true, 'verification_required'],
  ['CALLCENTER', false, 'contact_support'],
  ['TOOMANYDENIALS', false, 'contact_support'],
  ['DECLINED', false, 'declined'],
  [null, false, 'declined'],
] as const)('a decline %s is told by what it asks of the person (S2303)', (code, isPage, fault) =>
  expect(faultOf(code, isPage)).toBe(fault),
);

test('a package is bought automatically for what it cost when it was agreed to, or less, and for no fewer tokens', () => {
  const product = { amountCents: 500, tokens: 50, bonusTokens: 5 };
  const agreed = { agreedCents: 500, agreedTokens: 55 };
  expect(keepsTerms(product, agreed)).toBe(true);
  expect(keepsTerms({ ...product, amountCents: 499 }, agreed)).toBe(true);
  expect(keepsTerms({ ...product, bonusTokens: 6 }, agreed)).toBe(true);
  expect(keepsTerms({ ...product, amountCents: 501 }, agreed)).toBe(false);
  expect(keepsTerms({ ...product, bonusTokens: 4 }, agreed)).toBe(false);
  expect(keepsTerms(undefined, agreed)).toBe(false);
  // Agreed to before prices could change.
  expect(keepsTerms(product, { agreedCents: null, agreedTokens: null })).toBe(true);
});
