import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AccountId } from '@klieg/kernel';

/*
 * The key of an overlay's address: whose it is, and a proof that only the site can make. It can be made again
 * whenever the address is shown, so nothing of it is kept; the next version makes another one.
 */

const PROOF_BYTES = 16;
const KEY = /^([1-9a-z][0-9a-z]{0,10})-[0-9a-f]{32}$/u;

/** The key of a performer's overlay: letters, digits and one hyphen. */
export function overlayKeyOf(secret: Uint8Array, accountId: AccountId, version: number): string {
  const proof = createHmac('sha256', secret).update(`${accountId} ${version}`).digest();
  return `${accountId.toString(36)}-${proof.subarray(0, PROOF_BYTES).toString('hex')}`;
}

/** Whose key this says it is, which is not proven by that; undefined for what cannot be a key. */
export function ownerOfKey(key: string): AccountId | undefined {
  const id = Number.parseInt(KEY.exec(key)?.[1] ?? '', 36);
  return Number.isSafeInteger(id) ? (id as AccountId) : undefined;
}

/** True for one and the same key; how long it takes tells nothing of either. */
export const isSameKey = (key: string, wanted: string): boolean =>
  key.length === wanted.length && timingSafeEqual(Buffer.from(key), Buffer.from(wanted));
