import { hashOfName } from '@klieg/contract/features/broadcast/placeholders';
import type { Me } from '#app/shared/me/me-store.ts';

/** Groups by which pictures of cards are compared. */
export const AB_BUCKETS = 10;
const AB_PARTS = 100;

/**
 * The visitor's test group, 0 to 9, sent with list requests: for members by the account id divided by a hundred, ten of
 * a hundred in each; for guests the same from the hash of their cookie's id, which their name contains. Undefined until
 * the visitor is known.
 */
export function abBucketOf(me: Me): string | undefined {
  if (me.kind === 'unknown') return undefined;
  const { id, username } = me.current.user;
  const number = me.kind === 'member' ? id : hashOfName(username);
  return String(Math.floor((number % AB_PARTS) / (AB_PARTS / AB_BUCKETS)));
}
