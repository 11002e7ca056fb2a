import type { Biller, Product, Products } from '@klieg/contract';

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

const tokensOnly = (list: readonly Product[]): Product[] =>
  list
    .filter(({ membership, amount }) => membership === null && amount > 0)
    .toSorted((a, b) => a.amount - b.amount);

/** Ways to pay: cards on file (one click), another card, PayPal, then each other biller. Empty ones are left out. */
export function paymentMethods({ products, cards }: Products): PaymentMethod[] {
  const credit = tokensOnly(products.credit);
  const oneClick = credit.filter(({ is_oneclick: isOneClick }) => isOneClick);
  const others = new Map<Biller, Product[]>();
  for (const product of tokensOnly(products.others))
    others.set(product.biller, [...(others.get(product.biller) ?? []), product]);
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

/** The package to begin with: the cheapest that covers what is missing, else the second cheapest; never the dearest. */
export function suggestedPackage(
  packages: readonly Product[],
  missingTokens: number | undefined,
): Product | undefined {
  const total = ({ tokens, bonus_tokens: bonus }: Product): number => tokens + bonus;
  if (missingTokens !== undefined) {
    const enough = packages.find((product) => total(product) >= missingTokens);
    if (enough) return enough;
  }
  return packages[Math.min(1, Math.max(0, packages.length - 2))] ?? packages[0];
}
