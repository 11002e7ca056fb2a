import { type FactHandler, when } from '../../platform/events/index.ts';
import { accountMade } from '../identity/index.ts';
import type { TrackingStore } from './tracking-store.ts';

/** What is known of a guest's visit belongs to the account that the guest has made. */
export const makeOnAccountMade = ({
  store,
}: {
  readonly store: Pick<TrackingStore, 'adoptVisit'>;
}): FactHandler =>
  when(accountMade, async ({ accountId, visitor }, transaction) => {
    if (visitor !== undefined) await store.adoptVisit(visitor, accountId, transaction);
  });
