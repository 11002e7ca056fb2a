import type { Biller } from '@klieg/contract';
import { expect, test } from 'vitest';
import { alternativesTo, shouldVerify } from './alternative-billers.ts';
import { presentCompanies } from '../billing-companies.ts';
import { canSell } from './capability-rules.ts';
import { groupProducts, linkAt, voucherAmounts } from '../products/group-products.ts';
import { isMembershipProduct } from '../products/product-store.ts';

const anything = { currencies: null, products: null, countries: null };
const product = { internalId: 'tokens_200', amountCents: 2_000, currency: 'USD' };

test('a biller sells what its currencies, products and countries allow; a place that is not known may buy', () => {
  expect(canSell(anything, product, 'DE')).toBe(true);
  expect(canSell({ ...anything, currencies: new Set(['EUR']) }, product, 'DE')).toBe(false);
  expect(canSell({ ...anything, products: new Set(['tokens_50']) }, product, 'DE')).toBe(false);
  const countries = { DE: [1_000, 2_000], AT: [2_001, 9_000] } as const;
  const sold = ['DE', 'AT', 'US', 'constructor', null].map((one) =>
    canSell({ ...anything, countries }, product, one),
  );
  expect(sold).toEqual([true, false, false, false, true]);
});

const row = {
  ...product,
  tokens: 200,
  bonusTokens: 0,
  label: null,
  isOneclick: true,
  listCents: product.amountCents,
  membership: null,
  isOffer: false,
  onlyAt: null,
  onlyKind: null,
};
const biller = (name: Biller, group: 'credit' | 'paypal' | 'others', hasOneClick = false) => ({
  name,
  capabilities: { ...anything, group, hasOneClick, refunds: 'none' as const, tells: new Set<never>() },
});
const billers = new Map(
  [
    biller('ccbill', 'credit', true),
    biller('epoch', 'credit', true),
    biller('paypal', 'paypal'),
    biller('cashtocode', 'others'),
    biller('rocketfuel', 'others'),
  ].map((one) => [one.name, one]),
);

test('products come by kind, cards at one biller, every other way to pay beside it (BILLING-036)', () => {
  const groups = groupProducts([row], billers, { wanted: undefined, country: 'DE' });
  const billersOf = (items: readonly { biller: string; is_oneclick: boolean }[]) =>
    items.map((item) => [item.biller, item.is_oneclick]);
  expect(billersOf(groups.credit)).toEqual([['ccbill', true]]);
  expect(billersOf(groups.paypal)).toEqual([['paypal', false]]);
  expect(billersOf(groups.others)).toEqual([
    ['cashtocode', false],
    ['rocketfuel', false],
  ]);
  expect(billersOf(groupProducts([row], billers, { wanted: 'epoch', country: 'DE' }).credit)).toEqual([
    ['epoch', true],
  ]);
  expect(linkAt(billers, 'epoch', groups.credit[0])).toBe('billing/purchase/epoch/tokens_200');
  expect(linkAt(billers, 'rocketgate', groups.credit[0])).toBeNull();
  expect(voucherAmounts(groups.others, billers, 'DE')).toEqual({ country_code: 'DE', amounts: [2_000] });
  expect(voucherAmounts(groups.others, new Map(), 'DE')).toBeNull();
});

test('whoever comes for coins finds them first, beginning with the product that they alone sell', () => {
  const coins = { ...row, internalId: '1_100', tokens: 100, onlyAt: 'rocketfuel' as const };
  const same = { ...row, internalId: 'tokens_100', tokens: 100 };
  const others = (isCrypto: boolean) =>
    groupProducts([coins, same, row], billers, { wanted: undefined, country: 'DE', isCrypto }).others.map(
      (one) => `${one.biller} ${one.internal_id}`,
    );
  const atCoins = ['rocketfuel 1_100', 'rocketfuel tokens_200'];
  const vouchers = ['cashtocode tokens_100', 'cashtocode tokens_200'];
  expect(others(true)).toEqual([...atCoins, ...vouchers]);
  expect(others(false)).toEqual([...vouchers, ...atCoins]);
});

test('after a decline the other billers of cards that sell the same are named, never the one that declined', () => {
  const asked = { product: row, country: 'DE' };
  expect(alternativesTo('ccbill', billers, asked)).toEqual(['epoch']);
  const epochSellsNothing = new Map(billers).set('epoch', {
    ...billers.get('epoch')!,
    capabilities: { ...billers.get('epoch')!.capabilities, products: new Set<never>() as never },
  });
  expect(alternativesTo('ccbill', epochSellsNothing, asked)).toEqual([]);
});

test('to be verified is offered to whoever is not, after a decline about risk', () => {
  expect(shouldVerify('VELOCITY', false)).toBe(true);
  expect(shouldVerify('VELOCITY', true)).toBe(false);
  expect(shouldVerify('INSUFFICIENTFUNDS', false)).toBe(false);
  expect(shouldVerify(null, false)).toBe(false);
});

test('the statement names the first biller of cards; everybody who may take the money is named', () => {
  const named = [...billers.values()].map((one) => ({ ...one, descriptor: one.name.toUpperCase() }));
  const { descriptor, companies } = presentCompanies(named.toReversed());
  expect(descriptor).toBe('EPOCH');
  expect(companies.map(({ name }) => name)).toEqual([
    'RocketFuel',
    'CashtoCode',
    'PayPal',
    'Epoch',
    'CCBill',
  ]);
  expect(presentCompanies([])).toEqual({ descriptor: '', companies: [] });
});

test('the prefix membership_ marks a product that brings a membership (BILLING-039)', () => {
  for (const id of ['membership_vip', 'membership_super_vip', 'membership_premium_winback'])
    expect(isMembershipProduct(id)).toBe(true);
  for (const id of ['tokens_200', '1_100', 'vip_membership_']) expect(isMembershipProduct(id)).toBe(false);
});
