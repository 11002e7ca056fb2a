import { expect, test } from 'vitest';
import { alternatesOf, readBillerLink } from './alternates.ts';
import { BILLER_NAMES } from './biller-names.ts';
import { productFixture, productsFixture } from './products.fixture.ts';

test('a biller link path names the biller and the product; anything else names nothing', () => {
  expect(readBillerLink('billing/purchase/epoch/tokens_200')).toEqual({
    biller: 'epoch',
    internal_id: 'tokens_200',
  });
  for (const wrong of [null, '', 'billing/purchase/nobody/tokens_200', 'https://epoch.example/tokens_200'])
    expect(readBillerLink(wrong)).toBeUndefined();
});

test('alternates are the other billers of cards, never the one whose packages are shown', () => {
  const links = {
    productLinkEpoch: 'billing/purchase/epoch/tokens_200',
    productLinkRocketgate: 'billing/purchase/rocketgate/tokens_200',
  };
  const at = (biller: 'rocketgate' | 'ccbill') =>
    alternatesOf(
      productsFixture({
        ...links,
        products: { credit: [productFixture({ biller })], paypal: [], others: [] },
      }),
    ).map((wanted) => wanted.biller);
  expect(at('rocketgate')).toEqual(['epoch']);
  expect(at('ccbill')).toEqual(['epoch', 'rocketgate']);
  expect(alternatesOf(productsFixture())).toEqual([]);
});

test('every biller of the documents has a name that people read, and is known in a link path (BILLING-038)', () => {
  const named = ['ccbill', 'cashtocode', 'paygarden', 'wnu', 'rocketgate', 'rocketfuel', 'epoch', 'paypal'];
  expect(Object.keys(BILLER_NAMES).toSorted()).toEqual([...named, 'sandbox'].toSorted());
  for (const biller of named)
    expect(readBillerLink(`billing/purchase/${biller}/tokens_50`)?.biller).toBe(biller);
});
