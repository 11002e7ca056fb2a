import { createHmac } from 'node:crypto';
import type { AccountId } from '@klieg/kernel';

/*
 * The key of an overlay's address: its owner, and a proof that only the site can make. It can be recomputed whenever
 * the address is shown, so it is not stored; the next version gives another one.
 */

const PROOF_BYTES = 16;
const KEY = /^([1-9a-z][0-9a-z]{0,10})-[0-9a-f]{32}$/u;

/** The key of a performer's overlay: letters, digits and one hyphen. */
export function overlayKeyOf(secret: Uint8Array, accountId: AccountId, version: number): string {
  const proof = createHmac('sha256', secret).update(`${accountId} ${version}`).digest();
  return `${accountId.toString(36)}-${proof.subarray(0, PROOF_BYTES).toString('hex')}`;
}

/** The claimed owner of this key, which this does not prove; undefined for an impossible key. */
export function ownerOfKey(key: string): AccountId | undefined {
  const id = Number.parseInt(KEY.exec(key)?.[1] ?? '', 36);
  return Number.isSafeInteger(id) ? (id as AccountId) : undefined;
}
