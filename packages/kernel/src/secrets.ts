import { createHash, timingSafeEqual } from 'node:crypto';

/** SHA-256 in 32 bytes: what is kept of a key that only its holder may know. A text counts as UTF-8. */
export const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

/**
 * Whether two secrets or signatures are the same, in a time that does not tell where they differ. Their length is no
 * secret: who must hide it compares digests. Texts count as UTF-8.
 */
export function isSameSecret(one: string | Uint8Array, other: string | Uint8Array): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
