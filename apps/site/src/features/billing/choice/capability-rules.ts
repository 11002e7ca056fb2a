import type { Biller } from '@klieg/contract';
import type { BillerCapabilities } from '../billers/port/biller-port.ts';
import type { ProductRow } from '../products/product-store.ts';

type Wares = Pick<ProductRow, 'internalId' | 'amountCents' | 'currency' | 'onlyAt' | 'onlyKind'>;

/** Whether a biller sells something at this price in this currency to somebody there; a place that is not known may. */
export function canSell(
  { currencies, countries, products }: Pick<BillerCapabilities, 'currencies' | 'countries' | 'products'>,
  { internalId, amountCents, currency }: Omit<Wares, 'onlyAt' | 'onlyKind'>,
  country: string | null,
): boolean {
  if (products && !products.has(internalId)) return false;
  if (currencies && !currencies.has(currency)) return false;
  if (!countries || country === null) return true;
  const prices = Object.hasOwn(countries, country) ? countries[country] : undefined;
  return prices !== undefined && amountCents >= prices[0] && amountCents <= prices[1];
}

/** The same, for a product that may belong to only one biller, or one kind of them. */
export const sells = (
  { name, capabilities }: { readonly name: Biller; readonly capabilities: BillerCapabilities },
  product: Wares,
  country: string | null,
): boolean =>
  (product.onlyAt === null || product.onlyAt === name) &&
  (product.onlyKind === null || product.onlyKind === capabilities.group) &&
  canSell(capabilities, product, country);
