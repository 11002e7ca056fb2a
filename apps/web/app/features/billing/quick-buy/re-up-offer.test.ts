import { expect, test } from 'vitest';
import { productFixture } from '../purchase/products.fixture.ts';
import { offersReUp, reUpConsent } from './re-up-offer.ts';

const current = (choice: object, more: object = {}) =>
  ({ settings: { auto_re_ups: JSON.stringify(choice) }, postpay: null, ...more }) as never;
const off = { enabled: false, disabled_by_user: false };
const card = { kind: 'card' } as const;

test('automatic purchases are offered where the biller charges cards on file, to whoever has none of them', () => {
  const product = productFixture();
  expect(offersReUp(current(off), product, card)).toBe(true);
  expect(offersReUp(current(off), product, { kind: 'new-card' })).toBe(true);
  expect(offersReUp(current({ ...off, disabled_by_user: true }), product, card)).toBe(true);
  for (const [given, kind] of [
    [productFixture({ is_oneclick: false }), 'card'],
    [productFixture({ membership: 'vip' }), 'card'],
    [productFixture({ amount: 20_001 }), 'card'],
    [product, 'paypal'],
    [product, 'other'],
  ] as const)
    expect(offersReUp(current(off), given, { kind })).toBe(false);
  expect(offersReUp(undefined, product, card)).toBe(false);
  expect(offersReUp(current({ enabled: true }), product, card)).toBe(false);
  expect(offersReUp(current(off, { postpay: {} }), product, card)).toBe(false);
});

test('a consent names the package, the threshold and both caps, and the card where there is one', () => {
  const consent = {
    enabled: true,
    internal_id: 'tokens_200',
    below: 20,
    max_per_day: 3,
    max_cents_per_month: 20_000,
    disabled_by_user: false,
  };
  expect(reUpConsent(productFixture())).toEqual(consent);
  expect(reUpConsent(productFixture(), 'c1')).toEqual({ ...consent, card_id: 'c1' });
});
