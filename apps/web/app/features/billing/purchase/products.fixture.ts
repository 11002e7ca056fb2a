import type { Product, Products } from '@klieg/contract';

/** A package of tokens; for tests. */
export const productFixture = (changes: Partial<Product> = {}): Product => ({
  internal_id: 'tokens_200',
  tokens: 200,
  amount: 2_000,
  currency: 'USD',
  discount: 0,
  membership: null,
  is_oneclick: true,
  biller: 'rocketgate',
  biller_link: 'billing/purchase/rocketgate/tokens_200',
  label: null,
  bonus_tokens: 0,
  ...changes,
});

/** What POST /billing/products answers; for tests. */
export const productsFixture = (changes: Partial<Products> = {}): Products => ({
  products: { credit: [productFixture()], paypal: [], others: [] },
  promo_products: { default: null, wheel: [], free_tokens: null },
  declined_reason: null,
  daily_purchase_remaining: 50_000,
  oneclick_suggestion: null,
  cards: [],
  productLinkEpoch: null,
  productLinkRocketgate: null,
  currency: 'USD',
  cashtocode: null,
  ...changes,
});
