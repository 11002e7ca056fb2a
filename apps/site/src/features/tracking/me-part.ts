import type { MePart } from '../identity/index.ts';
import type { TrackingStore } from './tracking-store.ts';

/** Where somebody's latest visit came from, as the page has told with their consent. */
export const makeTrackingPart = (store: Pick<TrackingStore, 'listVisits'>): MePart<'userTracking'> => ({
  empty: { userTracking: null },
  async read(asks) {
    const visits = await store.listVisits(asks.map(({ account }) => account.id));
    return asks.map(({ account }) => ({ userTracking: visits.get(account.id) ?? null }));
  },
});
