import type { Product, Products } from '@klieg/contract';

/** Sizes for one-press purchases (CONSTANTS-012). */
const QUICK_TOKENS: readonly number[] = [50, 100, 200];
/** Sizes highlighted for people with too few tokens (SHOWS-045). */
const LOW_TOKENS: readonly number[] = [200, 210];

/**
 * One-press offers: these sizes, with a price, without membership and discount, at a one-click biller (BILLING-067).
 */
export const quickProducts = ({ products }: Pick<Products, 'products'>): Product[] =>
  products.credit
    .filter(
      ({ tokens, amount, membership, discount, is_oneclick: isOneClick }) =>
        QUICK_TOKENS.includes(tokens) && amount > 0 && membership === null && discount === 0 && isOneClick,
    )
    .toSorted((a, b) => a.tokens - b.tokens);

/** The highlighted package for people with too few tokens; undefined if there is none of that size. */
export const lowTokensPackage = (packages: readonly Product[]): Product | undefined =>
  packages.find(
    ({ tokens, bonus_tokens: bonus, membership }) =>
      membership === null && LOW_TOKENS.includes(tokens + bonus),
  );
