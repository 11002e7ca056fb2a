import type { Biller, Product, Products } from '@klieg/contract';
import type { BillerPort } from '../billers/port/biller-port.ts';
import { sells } from '../choice/capability-rules.ts';
import { chooseBiller } from '../choice/choose-biller.ts';
import { presentProduct, type ProductRow } from './product-store.ts';

type Billers = ReadonlyMap<Biller, Pick<BillerPort, 'name' | 'capabilities'>>;

/** The biller that is paid in coins. */
const COINS: Biller = 'rocketfuel';

export interface GroupingWishes {
  /** The biller of cards that is asked for. */
  readonly wanted: Biller | undefined;
  readonly country: string | null;
  /** The person came for cryptocurrency: it comes first among the other ways to pay. */
  readonly isCrypto?: boolean;
}

/** What a biller sells there; a product of its own takes the place of the one of the same tokens. */
function rowsAt(
  biller: Pick<BillerPort, 'name' | 'capabilities'>,
  rows: readonly ProductRow[],
  country: string | null,
): readonly ProductRow[] {
  const sold = rows.filter((row) => sells(biller, row, country));
  const own = new Set(sold.flatMap(({ onlyAt, tokens }) => (onlyAt === null ? [] : tokens)));
  return sold.filter(({ onlyAt, tokens }) => onlyAt !== null || !own.has(tokens));
}

/**
 * Products by kind (http page, 8.1), each at billers that sell it there: cards at one biller, the requested or the
 * first one; also every other way to pay. Without any biller, cards are shown that sell nothing.
 */
export function groupProducts(
  rows: readonly ProductRow[],
  billers: Billers,
  { wanted, country, isCrypto = false }: GroupingWishes,
): Products['products'] {
  const namesOf = (group: string): Biller[] =>
    [...billers].flatMap(([name, { capabilities }]) => (capabilities.group === group ? name : []));
  const at = (name: Biller): Product[] => {
    const biller = billers.get(name);
    const sold = biller
      ? rowsAt(biller, rows, country)
      : rows.filter(({ onlyAt, onlyKind }) => onlyAt === null && (onlyKind ?? 'credit') === 'credit');
    return sold.map((row) => {
      const product = presentProduct(row, name);
      return { ...product, is_oneclick: product.is_oneclick && biller?.capabilities.hasOneClick !== false };
    });
  };
  const others = namesOf('others');
  const ordered = isCrypto ? others.toSorted((a, b) => Number(b === COINS) - Number(a === COINS)) : others;
  return {
    credit: at(chooseBiller(namesOf('credit'), wanted)),
    paypal: namesOf('paypal').flatMap(at),
    others: ordered.flatMap(at),
  };
}

/** The link path of the same product at another biller; null where that is not set up. */
export const linkAt = (billers: Billers, name: Biller, product: Product | undefined): string | null =>
  product && billers.has(name) ? `billing/purchase/${name}/${product.internal_id}` : null;

/** Voucher prices in a country; null where there are none. */
export function voucherAmounts(
  others: readonly Product[],
  billers: Billers,
  country: string | null,
): Products['cashtocode'] {
  const amounts = others.filter(({ biller }) => biller === 'cashtocode').map(({ amount }) => amount);
  return billers.has('cashtocode') && country !== null && amounts.length > 0
    ? { country_code: country, amounts }
    : null;
}
