import type { Product, Products } from '@klieg/contract';

/** Packages that promotions lead to now; undefined: there are no promotions. */
export type FindPromotions = (
  advertId: string | undefined,
) => Promise<{ readonly offered: string | null; readonly freeTokens: string | null } | undefined>;

/**
 * Packages of promotions as sold at the card biller: that of the offer to this visit, those that include a wheel spin
 * (all of them), and the one that goes with the free tokens.
 */
export function promoProducts(
  credit: readonly Product[],
  promotions: Awaited<ReturnType<FindPromotions>>,
): Products['promo_products'] {
  const named = (id: string | null) => credit.find((product) => product.internal_id === id) ?? null;
  return promotions
    ? { default: named(promotions.offered), wheel: [...credit], free_tokens: named(promotions.freeTokens) }
    : { default: null, wheel: [], free_tokens: null };
}
