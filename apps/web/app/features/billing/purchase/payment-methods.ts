import type { Biller, Product, Products } from '@klieg/contract';
import type { PurchaseWishes } from '#app/shared/modal/modal-map.ts';
import { lowTokensPackage } from '../quick-buy/quick-buy.ts';

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

/** The initial way to pay: cryptocurrency for people who came for it, another card after a decline, else the first. */
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

type Missing = Pick<PurchaseWishes, 'missingTokens' | 'missingFor'>;

/**
 * The highlighted package for somebody without enough tokens: the cheapest that covers the shortage. If the shortage is
 * unknown, and for somebody who wants to stay in a private, the one of 200 or 210 (SHOWS-045).
 */
export function enoughPackage(
  offered: readonly Product[],
  { missingTokens, missingFor }: Missing,
): Product | undefined {
  if (missingTokens === undefined) return undefined;
  if (missingTokens === 0 || missingFor === 'stay') return lowTokensPackage(offered);
  return byPrice(offered).find((product) => total(product) >= missingTokens);
}

/** The initial package: a sufficient one, else the second cheapest; never automatically the most expensive. */
export function suggestedPackage(offered: readonly Product[], missing: Missing): Product | undefined {
  const packages = byPrice(offered);
  return (
    enoughPackage(packages, missing) ?? packages[Math.min(1, Math.max(0, packages.length - 2))] ?? packages[0]
  );
}

/** What one press buys on a phone: a sufficient package with the card on file, else the site's suggestion. */
export function tabPackage(products: Products, missing: Missing): Product | null {
  const [card] = paymentMethods(products).filter(({ kind }) => kind === 'card');
  return enoughPackage(card?.packages ?? [], missing) ?? products.oneclick_suggestion;
}

/** The initial package, by why the person came. */
export function firstPackage(
  offered: readonly Product[],
  { internalId, startWith, ...missing }: PurchaseWishes,
): Product | undefined {
  const packages = byPrice(offered);
  const chosen = packages.find(({ internal_id: id }) => id === internalId);
  if (chosen) return chosen;
  if (typeof startWith !== 'object') return suggestedPackage(packages, missing);
  const at = packages.findIndex(({ internal_id: id }) => id === startWith.lessThan);
  return packages[Math.max(0, at - 1)];
}
