import type { Biller } from '@klieg/contract';
import type { BillerPort } from '../billers/port/biller-port.ts';
import { sells } from './capability-rules.ts';
import type { ProductRow } from '../products/product-store.ts';

/** Declines that a known person gets past more easily: the biller knew too little of them, or too much. */
const OF_RISK: ReadonlySet<string> = new Set([
  'VELOCITY',
  'TOOMANYDENIALS',
  'CALLCENTER',
  'SERVICENOTALLOWED',
]);

/** Whether it helps to be verified first: the decline was about risk, and the person is not verified yet. */
export const shouldVerify = (declineCode: string | null, isVerified: boolean): boolean =>
  !isVerified && OF_RISK.has(declineCode ?? '');

/** Other card billers that sell the same to somebody there, in order of preference. */
export const alternativesTo = (
  declined: Biller,
  billers: ReadonlyMap<Biller, Pick<BillerPort, 'name' | 'capabilities'>>,
  { product, country }: { readonly product: ProductRow; readonly country: string | null },
): Biller[] =>
  [...billers.values()].flatMap((one) =>
    one.name !== declined && one.capabilities.group === 'credit' && sells(one, product, country)
      ? one.name
      : [],
  );
