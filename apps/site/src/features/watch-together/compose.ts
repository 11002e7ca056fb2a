import { AppError, randomToken } from '@klieg/kernel';
import { HOUR_MS } from '@klieg/kernel/time';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { BroadcastFeature } from '../broadcast/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import { makeAwayClock, type RoomsFeature } from '../rooms/index.ts';
import type { ShowsFeature } from '../shows/index.ts';
import type { TicketShowsFeature } from '../ticket-shows/index.ts';
import { takeControls } from './control-by-socket.ts';
import { makeWatchSnapshot } from './room-part.ts';
import { makeRunWatches } from './run-watches.ts';
import { makeTellWatch } from './watch-news.ts';
import { makeRecordingSource } from './watch-source.ts';
import { makeWatchStore } from './watch-store.ts';
import { makeWatchHandlers } from './watch-together.http.ts';

const LOOK_MS = 1_000;

/** Watching a video together in a private. */
export function composeWatchTogether(
  { clock, database, logged }: Pick<Kit, 'clock' | 'database' | 'logged'>,
  uses: {
    readonly identity: IdentityFeature;
    readonly rooms: RoomsFeature;
    readonly broadcast: BroadcastFeature;
    readonly shows: ShowsFeature;
    readonly ticketShows: TicketShowsFeature;
  },
) {
  const { accounts } = uses.identity;
  const { hub } = uses.rooms;
  const store = makeWatchStore(database);
  const source = makeRecordingSource({
    recordings: uses.broadcast.showRecordings,
    listPaid: uses.ticketShows.listPaidRecordings,
    now: () => clock.now(),
  });
  const watches = makeRunWatches({
    database,
    accounts,
    privates: uses.shows.privates,
    store,
    source,
    tell: makeTellWatch(hub),
    awayMs: makeAwayClock(hub, () => performance.now()),
    node: randomToken(9),
    logged,
  });
  uses.shows.watchWishes.checkBy(async (payer, owner, mediaId) => {
    if (!(await source.find({ payerId: payer.id, ownerId: owner.id }, mediaId)))
      throw new AppError('media_library.locked');
  });
  hub.addSnapshotPart(makeWatchSnapshot(store, accounts));
  takeControls(hub, { accounts, watches, logged });
  const chores: readonly Chore[] = [
    { failure: 'watches could not be tended', everyMs: LOOK_MS, on: 'each', run: watches.sweep },
    { failure: 'old watches could not be dropped', everyMs: HOUR_MS, on: 'one', run: store.prune },
  ];
  return { handlers: makeWatchHandlers({ accounts, source, watches }), chores };
}
