import { expect, test } from 'vitest';
import {
  enoughPackage,
  firstMethod,
  firstPackage,
  paymentMethods,
  suggestedPackage,
  tabPackage,
} from './payment-methods.ts';
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
    ['new-card', ['a', 'b']],
  ]);
});

test('packages stand in the order in which they are offered, whatever they cost', () => {
  const credit = [productFixture(), productFixture({ tokens: 50, amount: 500 })];
  const [method] = paymentMethods(productsFixture({ products: { credit, paypal: [], others: [] } }));
  expect(method!.packages.map(({ tokens }) => tokens)).toEqual([200, 50]);
  expect(firstPackage(method!.packages, {})?.tokens).toBe(50);
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
  expect(suggestedPackage(list, { missingTokens: 205 })?.tokens).toBe(200);
  expect(suggestedPackage(list, {})?.tokens).toBe(200);
  expect(suggestedPackage(list, { missingTokens: 9_999 })?.tokens).toBe(200);
  expect(suggestedPackage(list.slice(0, 2), {})?.tokens).toBe(100);
  expect(suggestedPackage([], { missingTokens: 5 })).toBeUndefined();
});

test('whoever lacks tokens begins with the cheapest package that is enough, which stands out', () => {
  const list = [500, 200, 100, 50].map((tokens) => productFixture({ tokens, amount: tokens * 10 }));
  const begin = (missingTokens: number) => {
    const missing = { missingTokens, missingFor: 'tip' } as const;
    expect(suggestedPackage(list, missing)).toBe(enoughPackage(list, missing));
    return suggestedPackage(list, missing)?.tokens;
  };
  expect([25, 50, 51, 300].map(begin)).toEqual([50, 50, 100, 500]);
  expect(enoughPackage(list, { missingTokens: 501 })).toBeUndefined();
  expect(enoughPackage(list, {})).toBeUndefined();
});

test('200 or 210 stand out for whoever wants to stay in a private, or where nobody says how much is missing (SHOWS-045)', () => {
  const list = [50, 200, 500].map((tokens) => productFixture({ tokens, amount: tokens * 10 }));
  expect(suggestedPackage(list, { missingTokens: 30, missingFor: 'stay' })?.tokens).toBe(200);
  expect(suggestedPackage(list, { missingTokens: 0, missingFor: 'tip' })?.tokens).toBe(200);
  expect(suggestedPackage(list.slice(0, 1), { missingTokens: 0 })?.tokens).toBe(50);
});

test('one press on a phone buys what is enough, with the card on file; else what is suggested', () => {
  const credit = [
    productFixture({ tokens: 50, amount: 500, is_oneclick: false }),
    productFixture({ tokens: 100, amount: 1_000 }),
  ];
  const suggested = productFixture({ tokens: 500, amount: 5_000 });
  const products = productsFixture({
    products: { credit, paypal: [], others: [] },
    cards: [card],
    oneclick_suggestion: suggested,
  });
  expect(tabPackage(products, { missingTokens: 20, missingFor: 'tip' })?.tokens).toBe(100);
  expect(tabPackage(products, { missingTokens: 200, missingFor: 'tip' })).toBe(suggested);
  expect(tabPackage(products, {})).toBe(suggested);
  expect(tabPackage({ ...products, cards: [] }, { missingTokens: 20 })).toBe(suggested);
});

test('after a decline one begins with another card, or with the package below the declined one', () => {
  const credit = [50, 100, 200].map((tokens) =>
    productFixture({ tokens, amount: tokens * 10, internal_id: `tokens_${tokens}` }),
  );
  const methods = paymentMethods(
    productsFixture({ products: { credit, paypal: [], others: [] }, cards: [card] }),
  );
  const begin = (startWith?: 'other-card') =>
    firstMethod(methods, { ...(startWith && { startWith }), isCrypto: false })?.kind;
  expect([begin(), begin('other-card')]).toEqual(['card', 'new-card']);
  const less = (lessThan: string | undefined) => firstPackage(credit, { startWith: { lessThan } })?.tokens;
  expect([less('tokens_200'), less('tokens_50'), less(undefined), less('gone')]).toEqual([100, 50, 50, 50]);
  expect(firstPackage(credit, { internalId: 'tokens_50' })?.tokens).toBe(50);
});

test('whoever came for coins begins with them', () => {
  const others = [
    productFixture({ biller: 'cashtocode' }),
    productFixture({ biller: 'rocketfuel', internal_id: '1_100' }),
  ];
  const methods = paymentMethods(productsFixture({ products: { credit: [], paypal: [], others } }));
  expect(firstMethod(methods, { isCrypto: true })?.key).toBe('rocketfuel');
  expect(firstMethod(methods, { isCrypto: false })?.key).toBe('cashtocode');
});
