import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Kit } from '../../platform/kit.ts';
import type { BlocksFeature } from '../blocks/index.ts';
import type { DiscoveryFeature } from '../discovery/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import type { RoomsFeature } from '../rooms/index.ts';
import { makeSavedSearchStore } from './saved-search-store.ts';
import { makeSavedSearchesHandlers } from './saved-searches.http.ts';
import { makeTellSearchers } from './tell-searchers.ts';

/** Filters that somebody keeps, and the news that somebody who fits is live. */
export function composeSavedSearches(
  { database }: Pick<Kit, 'database'>,
  uses: {
    readonly identity: Pick<IdentityFeature, 'accounts'>;
    readonly notifications: NotificationsFeature;
    readonly blocks: BlocksFeature;
    readonly rooms: RoomsFeature;
    readonly discovery: Pick<DiscoveryFeature, 'catalog' | 'findLiveWith'>;
    readonly jobs: JobQueue;
  },
) {
  const store = makeSavedSearchStore(database);
  const { findLiveWith, catalog } = uses.discovery;
  const { factReader, work } = makeTellSearchers({
    database,
    store,
    jobs: uses.jobs,
    accounts: uses.identity.accounts,
    blocks: uses.blocks.blocks,
    rooms: uses.rooms.rooms,
    cardOf: catalog.byName,
    findLiveWith,
    notifyWithin: uses.notifications.notifyWithin,
  });
  return { handlers: makeSavedSearchesHandlers({ store, findLiveWith }), factReaders: [factReader], work };
}
