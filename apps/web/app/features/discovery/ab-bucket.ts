import { hashOfName } from '@klieg/contract/features/broadcast/placeholders';
import type { Me } from '../../shared/me/me-store.ts';

/** Groups by which pictures of cards are compared. */
export const AB_BUCKETS = 10;
const AB_PARTS = 100;

/**
 * The group of whoever looks, from 0 to 9, which lists are asked with: of members the hundredth part of the account's id,
 * ten of a hundred in each; of guests the same of the hash of their cookie's id, which their name holds. Undefined until
 * it is known who looks.
 */
export function abBucketOf(me: Me): string | undefined {
  if (me.kind === 'unknown') return undefined;
  const { id, username } = me.current.user;
  const number = me.kind === 'member' ? id : hashOfName(username);
  return String(Math.floor((number % AB_PARTS) / (AB_PARTS / AB_BUCKETS)));
}
