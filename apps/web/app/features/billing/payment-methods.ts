import type { Biller, Product, Products } from '@klieg/contract';
import type { PurchaseWishes } from '../../shared/modal/modal-map.ts';
import { lowTokensPackage } from './quick-buy.ts';

/** A way to pay, with the packages that it offers. */
export type PaymentMethod =
  | {
      readonly key: string;
      readonly kind: 'card';
      readonly cardId: string;
      readonly brand: string;
      readonly last4: string;
      readonly packages: readonly Product[];
    }
  | { readonly key: string; readonly kind: 'new-card'; readonly packages: readonly Product[] }
  | { readonly key: string; readonly kind: 'paypal'; readonly packages: readonly Product[] }
  | {
      readonly key: string;
      readonly kind: 'other';
      readonly biller: Biller;
      readonly packages: readonly Product[];
    };

/** In the order that the operator gives them. */
const tokensOnly = (list: readonly Product[]): Product[] =>
  list.filter(({ membership, amount }) => membership === null && amount > 0);

const byPrice = (packages: readonly Product[]): Product[] => packages.toSorted((a, b) => a.amount - b.amount);

/** Ways to pay: cards on file (one click), another card, PayPal, then each other biller. Empty ones are left out. */
export function paymentMethods({ products, cards }: Products): PaymentMethod[] {
  const credit = tokensOnly(products.credit);
  const oneClick = credit.filter(({ is_oneclick: isOneClick }) => isOneClick);
  const others = new Map<Biller, Product[]>();
  for (const { biller } of products.others) others.set(biller, []);
  for (const product of tokensOnly(products.others)) others.get(product.biller)?.push(product);
  const methods: PaymentMethod[] = [
    ...cards.map(({ id, brand, last4 }) => ({
      key: id,
      kind: 'card' as const,
      cardId: id,
      brand,
      last4,
      packages: oneClick,
    })),
    { key: 'new-card', kind: 'new-card', packages: credit },
    { key: 'paypal', kind: 'paypal', packages: tokensOnly(products.paypal) },
    ...[...others].map(([biller, packages]) => ({ key: biller, kind: 'other' as const, biller, packages })),
  ];
  return methods.filter(({ packages }) => packages.length > 0);
}

/** The way to pay to begin with: coins for whoever came for them, another card after a declined one, else the first. */
export function firstMethod(
  methods: readonly PaymentMethod[],
  {
    startWith,
    biller,
    isCrypto,
  }: Pick<PurchaseWishes, 'startWith' | 'biller'> & { readonly isCrypto: boolean },
): PaymentMethod | undefined {
  const coins = methods.find(({ key }) => isCrypto && key === 'rocketfuel');
  const other = methods.find(({ kind }) => startWith === 'other-card' && kind !== 'card');
  const named = methods.find(({ key }) => key === biller);
  return coins ?? other ?? named ?? methods[0];
}

const total = ({ tokens, bonus_tokens: bonus }: Product): number => tokens + bonus;

/** The package to begin with: the cheapest that covers what is missing, else the second cheapest; never the dearest. */
export function suggestedPackage(
  offered: readonly Product[],
  missingTokens: number | undefined,
): Product | undefined {
  const packages = byPrice(offered);
  if (missingTokens !== undefined) {
    const marked = lowTokensPackage(packages);
    if (marked && total(marked) >= missingTokens) return marked;
    const enough = packages.find((product) => total(product) >= missingTokens);
    if (enough) return enough;
  }
  return packages[Math.min(1, Math.max(0, packages.length - 2))] ?? packages[0];
}

/** The package to begin with, by what the person came with. */
export function firstPackage(
  offered: readonly Product[],
  { internalId, startWith, missingTokens }: PurchaseWishes,
): Product | undefined {
  const packages = byPrice(offered);
  const chosen = packages.find(({ internal_id: id }) => id === internalId);
  if (chosen) return chosen;
  if (typeof startWith !== 'object') return suggestedPackage(packages, missingTokens);
  const at = packages.findIndex(({ internal_id: id }) => id === startWith.lessThan);
  return packages[Math.max(0, at - 1)];
}
