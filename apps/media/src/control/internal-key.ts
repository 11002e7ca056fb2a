import { createHmac, timingSafeEqual } from 'node:crypto';

/** The value of the header `x-internal-secret` between site and media, as hex; both derive it. */
export const internalKey = (secret: Uint8Array): string =>
  createHmac('sha256', secret).update('klieg media internal').digest('hex');

/** Compares in constant time. */
export function isInternalKey(secret: Uint8Array, given: string | string[] | undefined): boolean {
  const wanted = Buffer.from(internalKey(secret));
  const actual = Buffer.from(typeof given === 'string' ? given : '');
  return actual.length === wanted.length && timingSafeEqual(actual, wanted);
}
