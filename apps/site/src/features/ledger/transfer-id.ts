import { createHash } from 'node:crypto';
import { assert, isUuidV7, type Uuid } from '@klieg/kernel';

/**
 * The transfer id for a client's key within a scope (for example `account:17:tip`): always the same UUIDv7, with the
 * key's time, which no other key leads to.
 */
export function deriveTransferId(scope: string, key: Uuid): Uuid {
  assert(isUuidV7(key), 'a transfer id is derived from a UUIDv7');
  const digest = createHash('sha256').update(`${scope.length}:${scope}${key}`).digest();
  digest[0] = (digest[0]! & 0x0f) | 0x70;
  digest[2] = (digest[2]! & 0x3f) | 0x80;
  const tail = digest.toString('hex');
  return `${key.slice(0, 13)}-${tail.slice(0, 4)}-${tail.slice(4, 8)}-${tail.slice(8, 20)}` as Uuid;
}
