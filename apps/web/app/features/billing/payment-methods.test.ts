import { expect, test } from 'vitest';
import { paymentMethods, suggestedPackage } from './payment-methods.ts';
import { productFixture, productsFixture } from './products.fixture.ts';

const card = { id: 'c1', has_affidavit: true, brand: 'Visa', last4: '4242' };

test('a card on file offers one-click packages only, another card all; empty ways are left out', () => {
  const credit = [
    productFixture({ internal_id: 'a', amount: 5_000 }),
    productFixture({ internal_id: 'b', amount: 1_000, is_oneclick: false }),
  ];
  const methods = paymentMethods(
    productsFixture({ products: { credit, paypal: [], others: [] }, cards: [card] }),
  );
  expect(methods.map(({ kind, packages }) => [kind, packages.map((p) => p.internal_id)])).toEqual([
    ['card', ['a']],
    ['new-card', ['b', 'a']],
  ]);
});

test('other billers are one way each; memberships are no packages', () => {
  const others = [
    productFixture({ biller: 'cashtocode', internal_id: 'v' }),
    productFixture({ biller: 'cashtocode', internal_id: 'w' }),
    productFixture({ biller: 'paygarden', membership: 'vip' }),
  ];
  const methods = paymentMethods(productsFixture({ products: { credit: [], paypal: [], others } }));
  expect(methods.map(({ key, packages }) => [key, packages.length])).toEqual([['cashtocode', 2]]);
});

test('the suggestion covers what is missing with bonus, and is never the dearest by itself', () => {
  const list = [100, 200, 500].map((tokens) =>
    productFixture({ tokens, amount: tokens * 10, bonus_tokens: 10 }),
  );
  expect(suggestedPackage(list, 205)?.tokens).toBe(200);
  expect(suggestedPackage(list, undefined)?.tokens).toBe(200);
  expect(suggestedPackage(list, 9_999)?.tokens).toBe(200);
  expect(suggestedPackage(list.slice(0, 2), undefined)?.tokens).toBe(100);
  expect(suggestedPackage([], 5)).toBeUndefined();
});
