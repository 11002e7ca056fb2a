import type { Gender, UserCard } from '@klieg/contract';
import type { Kit } from '../../platform/kit.ts';
import type { IdentityFeature } from '../identity/index.ts';
import type { CardParts, RoomPart, RoomsFeature } from '../rooms/index.ts';
import { NOWHERE } from '../../platform/visitors/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { makeCatalog } from './catalog.ts';
import {
  type AnnouncedShows,
  type AnnouncedStreams,
  makeDiscovery,
  makeDiscoveryHandlers,
} from './discovery.http.ts';
import { makeLeaderboard } from './leaderboard.ts';
import { makeLikeStore } from './like-store.ts';
import { makeSearchStore } from './search-store.ts';
import { findSimilar } from './similar.ts';
import { makeStars } from './stars.ts';

/** Performers among whom similar ones are looked for. */
const SIMILAR_FROM = 1_000;
const SUGGESTED = 12;

export type DiscoveryFeature = ReturnType<typeof composeDiscovery>;

/** The lists in which rooms are found. */
export function composeDiscovery(
  { clock, database, log }: Pick<Kit, 'clock' | 'database' | 'log'>,
  uses: {
    readonly identity: IdentityFeature;
    readonly rooms: RoomsFeature;
    readonly cardParts: CardParts;
    readonly ticketShows: AnnouncedShows;
    readonly schedule: AnnouncedStreams;
  },
) {
  const { accounts } = uses.identity;
  const { board, access, hub, rooms } = uses.rooms;
  const search = makeSearchStore(database);
  const catalog = makeCatalog({ rooms, board, cardParts: uses.cardParts, clock, log });
  const discovery = makeDiscovery({ catalog, search });
  const likes = makeLikeStore(database);
  const readLeaderboard = makeLeaderboard({ likes, cardOf: catalog.byName, clock });
  const suggest = () =>
    discovery.browse(null, { page: 1, perPage: SUGGESTED, hide: [], place: NOWHERE }).userList;
  const stars = makeStars({ likes, hub });
  const roomPart: RoomPart<'suggestions' | 'user.flagList'> = {
    empty: { suggestions: [], 'user.flagList': [] },
    read: (asks) =>
      Promise.all(
        asks.map(async ({ owner, row }) => ({
          'user.flagList': await stars.flagsOf(owner),
          ...(row.status === 'offline' && { suggestions: suggest() }),
        })),
      ),
  };
  return {
    catalog,
    discovery,
    roomPart,
    /** Rooms for somebody who found none. */
    suggest,
    cardsOf: (usernames: readonly string[]) => usernames.flatMap((name) => catalog.byName(name) ?? []),
    /** The card of a performer whom this caller may find. */
    cardFor: (username: string, caller: SiteCaller): UserCard | undefined =>
      catalog.isBlockedFor(username, caller) ? undefined : catalog.byName(username),
    similarTo: (username: string, hide: readonly Gender[], { country, state }: SiteCaller) =>
      findSimilar(
        catalog.byName(username),
        discovery.browse(null, { page: 1, perPage: SIMILAR_FROM, hide, place: { country, state } }).userList,
      ),
    readLikes: (week: 'current' | 'last', caller: SiteCaller) =>
      readLeaderboard(week, caller.account, (username) => !catalog.isBlockedFor(username, caller)),
    handlers: makeDiscoveryHandlers({
      discovery,
      catalog,
      search,
      accounts,
      access,
      likes,
      tellStar: stars.tell,
      readLeaderboard,
      clock,
      announced: uses.ticketShows,
      schedule: uses.schedule,
    }),
    start: () => catalog.reload(),
    stop: () => catalog.close(),
  };
}
