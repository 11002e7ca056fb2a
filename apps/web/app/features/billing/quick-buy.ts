import type { Product, Products } from '@klieg/contract';

/** Sizes of what is bought by one press (CONSTANTS-012). */
const QUICK_TOKENS: readonly number[] = [50, 100, 200];
/** Sizes that are marked for whoever has too few tokens left (SHOWS-045). */
const LOW_TOKENS: readonly number[] = [200, 210];

/** What one press buys: these sizes, with a price, without membership and reduction, at a biller of one click (BILLING-067). */
export const quickProducts = ({ products }: Pick<Products, 'products'>): Product[] =>
  products.credit
    .filter(
      ({ tokens, amount, membership, discount, is_oneclick: isOneClick }) =>
        QUICK_TOKENS.includes(tokens) && amount > 0 && membership === null && discount === 0 && isOneClick,
    )
    .toSorted((a, b) => a.tokens - b.tokens);

/** The package that stands out for whoever has too few tokens left; undefined where there is none of that size. */
export const lowTokensPackage = (packages: readonly Product[]): Product | undefined =>
  packages.find(
    ({ tokens, bonus_tokens: bonus, membership }) =>
      membership === null && LOW_TOKENS.includes(tokens + bonus),
  );
