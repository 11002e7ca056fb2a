import type { Biller, Products } from '@klieg/contract';
import { BILLER_NAMES } from './biller-names.ts';
import type { Wanted } from './start-purchase.ts';

const isBiller = (name: string): name is Biller => Object.hasOwn(BILLER_NAMES, name);

/** The product and biller of a link path; undefined if it is not one. */
export function readBillerLink(link: string | null): Wanted | undefined {
  const [, biller = '', internalId] = /^billing\/purchase\/([a-z]+)\/([a-z0-9_]+)$/u.exec(link ?? '') ?? [];
  return internalId !== undefined && isBiller(biller) ? { biller, internal_id: internalId } : undefined;
}

/** The same product at the other card billers, except the one whose packages are shown. */
export const alternatesOf = ({
  products,
  productLinkEpoch,
  productLinkRocketgate,
}: Pick<Products, 'products' | 'productLinkEpoch' | 'productLinkRocketgate'>): Wanted[] =>
  [productLinkEpoch, productLinkRocketgate]
    .map(readBillerLink)
    .filter((wanted) => wanted !== undefined)
    .filter(({ biller }) => biller !== products.credit[0]?.biller);
