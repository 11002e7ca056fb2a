import { expect, test } from 'vitest';
import { productFixture, productsFixture } from '../purchase/products.fixture.ts';
import { lowTokensPackage, quickProducts } from './quick-buy.ts';

const of = (...tokens: readonly number[]) => tokens.map((count) => productFixture({ tokens: count }));

test('one press buys 50, 100 or 200 with a price, without membership and reduction, where one click is possible (BILLING-067) (CONSTANTS-012)', () => {
  const tokensOf = (...credit: readonly ReturnType<typeof productFixture>[]) =>
    quickProducts(productsFixture({ products: { credit: [...credit], paypal: [], others: [] } })).map(
      ({ tokens }) => tokens,
    );
  expect(tokensOf(...of(500, 200, 50, 100, 210, 1_000))).toEqual([50, 100, 200]);
  for (const wrong of [
    { amount: 0 },
    { membership: 'vip' as const },
    { discount: 10 },
    { is_oneclick: false },
  ])
    expect(tokensOf(productFixture({ tokens: 100, ...wrong }))).toEqual([]);
  expect(
    quickProducts(productsFixture({ products: { credit: [], paypal: of(50), others: of(100) } })),
  ).toEqual([]);
});

test('for whoever has too few tokens left a package of 200 or 210 without membership stands out (SHOWS-045)', () => {
  expect(lowTokensPackage(of(50, 200, 500))?.tokens).toBe(200);
  expect(lowTokensPackage([productFixture({ tokens: 200, bonus_tokens: 10 })])?.bonus_tokens).toBe(10);
  expect(lowTokensPackage([productFixture({ tokens: 200, bonus_tokens: 50 })])).toBeUndefined();
  expect(lowTokensPackage([productFixture({ tokens: 200, membership: 'vip' })])).toBeUndefined();
});
