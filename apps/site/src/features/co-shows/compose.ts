import type { UserCard } from '@klieg/contract';
import { DAY_MS } from '@klieg/kernel/time';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { BlocksFeature } from '../blocks/index.ts';
import type { BroadcastFeature } from '../broadcast/index.ts';
import type { FriendsFeature } from '../friends/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import { behindPassword, type RoomsFeature } from '../rooms/index.ts';
import type { ShowsFeature } from '../shows/index.ts';
import { makeAskCoShow } from './ask-co-show.ts';
import { makeCoShowNews } from './co-show-news.ts';
import { makeCoShowRecordings } from './co-show-recordings.ts';
import { makeCoShowSides } from './co-show-sides.ts';
import { makeCoShowStore } from './co-show-store.ts';
import { makeCoShowsHandlers } from './co-shows.http.ts';
import { makeFindPartners } from './find-partners.ts';
import { makeCoShowPart, makeCoShowSnapshot, makeReadCoShows } from './room-part.ts';
import { makeRunCoShows } from './run-co-shows.ts';

const TEND_MS = 2_000;

interface Uses {
  readonly identity: IdentityFeature;
  readonly rooms: RoomsFeature;
  readonly blocks: BlocksFeature;
  readonly friends: FriendsFeature;
  readonly shows: ShowsFeature;
  readonly broadcast: Pick<BroadcastFeature, 'jointRecordings'>;
  readonly discovery: {
    readonly catalog: { listLive(): readonly UserCard[] };
  };
}

/** Shows of two performers who are both seen in both rooms. */
export function composeCoShows(
  { clock, database, feed, logged, outbox }: Pick<Kit, 'clock' | 'database' | 'feed' | 'logged' | 'outbox'>,
  uses: Uses,
) {
  const { accounts } = uses.identity;
  const { access, hub, rooms, sanctions, submitSurely } = uses.rooms;
  const { blocks } = uses.blocks;
  const { catalog } = uses.discovery;
  const store = makeCoShowStore(database);
  const { barred } = uses.shows.obstacles;
  const sides = makeCoShowSides({ rooms, access, sanctions, blocks, store, barred });
  const news = makeCoShowNews({ feed, submitSurely, now: () => clock.now() });
  const requests = makeAskCoShow({ database, accounts, store, sides, news });
  const runs = makeRunCoShows({ database, outbox, accounts, rooms, store, sides, requests, news, logged });
  const recordings = makeCoShowRecordings({ store, accounts, joint: uses.broadcast.jointRecordings });
  const findPartners = makeFindPartners({
    accounts,
    rooms,
    friends: uses.friends.friends,
    sides,
    store,
    listLive: () => catalog.listLive().filter(({ status }) => status === 'online'),
  });
  const readCoShows = makeReadCoShows(store, accounts);
  hub.addSnapshotPart(makeCoShowSnapshot(readCoShows));
  const chores: readonly Chore[] = [
    { failure: 'co-shows could not be tended', everyMs: TEND_MS, on: 'one', run: runs.tend },
    { failure: 'old co-shows could not be dropped', everyMs: DAY_MS, on: 'one', run: store.prune },
  ];
  return {
    roomPart: behindPassword(makeCoShowPart(readCoShows)),
    handlers: makeCoShowsHandlers({ accounts, store, findPartners, requests, runs, recordings }),
    factReaders: [runs.factReader, recordings.factReader],
    chores,
  };
}
