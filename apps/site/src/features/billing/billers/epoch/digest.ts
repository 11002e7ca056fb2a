import { createHmac } from 'node:crypto';
import type { Fields } from '../port/post-fields.ts';

/** Epoch's digest of fields: HMAC-MD5 over names and values in the names' order, without the digest itself. */
export function epochDigest(fields: Fields, key: string): string {
  const text = Object.entries(fields)
    .filter(([name]) => name !== 'epoch_digest')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => name + value)
    .join('');
  return createHmac('md5', key).update(text).digest('hex');
}
