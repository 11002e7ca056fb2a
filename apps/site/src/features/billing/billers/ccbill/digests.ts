import { isSameSecret } from '@klieg/kernel/secrets';
import { md5 } from '../port/digests.ts';

/** Price and time of a sale, as FlexForms writes them: two decimals, days, numeric ISO 4217. */
export interface FormPrice {
  readonly initialPrice: string;
  readonly initialPeriod: string;
  readonly currencyCode: string;
  readonly recurring?: {
    readonly price: string;
    readonly period: string;
    /** 99: for ever. */
    readonly rebills: string;
  };
}

/** The digest of a payment link (FlexForms, dynamic pricing). */
export function formDigest(
  { initialPrice, initialPeriod, currencyCode, recurring }: FormPrice,
  salt: string,
): string {
  const again = recurring ? recurring.price + recurring.period + recurring.rebills : '';
  return md5(initialPrice + initialPeriod + again + currencyCode + salt);
}

/** The digest by which an approval names its subscription, and a denial itself. */
export const responseDigest = (id: string, isApproved: boolean, salt: string): string =>
  md5(`${id}${isApproved ? '1' : '0'}${salt}`);

export const isResponseDigest = (
  digest: string,
  { id, isApproved, salt }: { readonly id: string; readonly isApproved: boolean; readonly salt: string },
): boolean => isSameSecret(digest.toLowerCase(), responseDigest(id, isApproved, salt));
