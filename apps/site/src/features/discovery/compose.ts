import type { Gender, UserCard } from '@klieg/contract';
import { DAY_MS } from '@klieg/kernel/time';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { ComplianceFeature } from '../compliance/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import type { FeedReader, LedgerFeature } from '../ledger/index.ts';
import type { CardParts, RoomPart, RoomsFeature, SuggestRooms } from '../rooms/index.ts';
import type { SettingsFeature } from '../settings/index.ts';
import { NOWHERE, type Place } from '../../platform/visitors/index.ts';
import type { IsHouseLive } from '../brand/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { makeAppendMedia, type ReadListMedia } from './append-media.ts';
import type { AnnouncedShows, AnnouncedStreams } from './announced.ts';
import { type Catalog, makeCatalog } from './catalog.ts';
import { joinFacets, type ReadFacets } from './catalog-reload.ts';
import { makeDiscovery } from './discovery.ts';
import { makeDiscoveryHandlers } from './discovery.http.ts';
import { makeEarnedWeeks } from './earned-week-store.ts';
import { type FindStreams, makeLiveSource } from './feed/live-source.ts';
import { makeFeed } from './feed/read-feed.ts';
import { makeFindLiveWith } from './filters/browse-filtered.ts';
import { makeLeaderboard } from './leaderboard.ts';
import { composeLandings } from './landings/compose-landings.ts';
import { makeLikeStore } from './like-store.ts';
import { makeWinnerPart } from './me-part.ts';
import { makeOwnLists, type Visits } from './own-lists.ts';
import { composeSeo, type SeoParts } from './seo/compose-seo.ts';
import { makeSearchStore } from './search/search-store.ts';
import { findSimilar } from './similar.ts';
import type { ListTerms } from './listings/find-listing.ts';
import { LIVE } from './listings/tabs.ts';
import { makeReadStandings, type ReadStandings } from './standings.ts';
import { makeStars } from './stars.ts';

/** How many performers are searched for similar ones. */
const SIMILAR_FROM = 1_000;
const SUGGESTED = 12;

export type DiscoveryFeature = ReturnType<typeof composeDiscovery>;

interface Uses extends SeoParts {
  readonly identity: IdentityFeature;
  readonly ledger: Pick<LedgerFeature, 'ledger'>;
  readonly rooms: RoomsFeature;
  readonly people: { readonly history: Visits };
  readonly settings: SettingsFeature;
  readonly voyeur: { readonly readCardFacets: ReadFacets };
  readonly mediaLibrary: { readonly readListMedia: ReadListMedia };
  readonly profile: { readonly readCardFacets: ReadFacets };
  readonly broadcast: { readonly findStreams: FindStreams };
  readonly cardParts: CardParts;
  readonly ticketShows: AnnouncedShows;
  readonly schedule: AnnouncedStreams;
  readonly compliance: Pick<ComplianceFeature, 'terms'>;
  readonly approvedTags: readonly string[];
  readonly liveShowTags: readonly string[];
  readonly partnerStudio: string;
  readonly ownOrigins: ReadonlySet<string>;
  readonly brand: { showHousesOf(isLive: IsHouseLive): void };
}

/** What rooms show of lists: whether the performer is a star, and others while she is away. */
const makeRoomPart = (
  stars: ReturnType<typeof makeStars>,
  similarTo: (username: string) => readonly UserCard[],
): RoomPart<'suggestions' | 'user.flagList'> => ({
  empty: { suggestions: [], 'user.flagList': [] },
  read: (asks) =>
    Promise.all(
      asks.map(async ({ owner, row }) => ({
        'user.flagList': await stars.flagsOf(owner),
        ...(row.status === 'offline' && { suggestions: [...similarTo(owner.username)] }),
      })),
    ),
});

/** Performers with much in common with one, among those that somebody at a place may find. */
const makeSimilarTo =
  (catalog: Catalog, discovery: ReturnType<typeof makeDiscovery>) =>
  (username: string, hide: readonly Gender[], place: Place): UserCard[] =>
    findSimilar(
      catalog.byName(username),
      discovery.browse('/', { page: 1, perPage: SIMILAR_FROM, hide, place }).userList,
    );

/** Whether a house that the asker may find is live. */
const makeIsHouseLive =
  (catalog: Catalog) =>
  ({ country, state }: Place): boolean =>
    catalog.find({ groups: [['flag:voyeur'], LIVE], hide: [], place: { country, state } }).total > 0;

/** Performers in memory, with what other features know of them. */
const composeCatalog = (
  kit: Pick<Kit, 'clock' | 'log'>,
  { rooms: { board, rooms }, cardParts, voyeur, profile }: Uses,
  readStandings: ReadStandings,
): Catalog =>
  makeCatalog({
    ...kit,
    rooms,
    board,
    cardParts,
    readFacets: joinFacets([voyeur.readCardFacets, profile.readCardFacets]),
    readStandings,
  });

const termsOf = ({ approvedTags, liveShowTags, partnerStudio }: Uses): ListTerms => ({
  approvedTags: new Set(approvedTags),
  liveShowTags: new Set(liveShowTags),
  partnerStudio,
});

/** The lists in which rooms are found. */
export function composeDiscovery(
  { clock, database, log }: Pick<Kit, 'clock' | 'database' | 'log'>,
  uses: Uses,
) {
  const { access, hub, rooms } = uses.rooms;
  const likes = makeLikeStore(database);
  const earnedWeeks = makeEarnedWeeks(database);
  const readStandings = makeReadStandings({ likes, earnedWeeks, clock });
  const catalog = composeCatalog({ clock, log }, uses, readStandings);
  const landings = composeLandings({ clock, database, log }, { catalog, ownOrigins: uses.ownOrigins });
  const discovery = makeDiscovery({
    catalog,
    countLandings: landings.count,
    search: makeSearchStore(database),
    own: makeOwnLists({ follows: rooms, visits: uses.people.history, ...uses.ledger, clock }),
    isRefused: uses.compliance.terms.refuserOf('search'),
    terms: termsOf(uses),
  });
  const feed = makeFeed({ catalog, live: makeLiveSource({ catalog, ...uses.broadcast, clock }), clock });
  const readLeaderboard = makeLeaderboard({ likes, cardOf: catalog.byName, clock });
  const suggest: SuggestRooms = ({ country, state }, hide) =>
    discovery.browse('/', { page: 1, perPage: SUGGESTED, hide, place: { country, state } }).userList;
  const similarTo = makeSimilarTo(catalog, discovery);
  const stars = makeStars({ likes, hub });
  const chores: readonly Chore[] = [
    { failure: 'old weeks could not be dropped', everyMs: DAY_MS, on: 'one', run: earnedWeeks.prune },
    ...landings.chores,
  ];
  uses.brand.showHousesOf(makeIsHouseLive(catalog));
  return {
    catalog,
    discovery,
    feed,
    roomPart: makeRoomPart(stars, (username) => similarTo(username, [], NOWHERE)),
    mePart: makeWinnerPart({ likes, clock }),
    findLiveWith: makeFindLiveWith(catalog),
    /** Suggestions when a room is not found. */
    suggest,
    cardsOf: (usernames: readonly string[]) => usernames.flatMap((name) => catalog.byName(name) ?? []),
    /** The card of a performer whom this caller may find. */
    cardFor: (username: string, caller: SiteCaller): UserCard | undefined =>
      catalog.isBlockedFor(username, caller) ? undefined : catalog.byName(username),
    similarTo,
    readLikes: (week: 'current' | 'last', caller: SiteCaller) =>
      readLeaderboard(week, caller.account, (username) => !catalog.isBlockedFor(username, caller)),
    handlers: makeDiscoveryHandlers({
      discovery,
      feed,
      catalog,
      access,
      likes,
      saveSettings: uses.settings.saveSettings,
      appendMedia: makeAppendMedia(uses.mediaLibrary.readListMedia),
      tellStar: stars.tell,
      readLeaderboard,
      clock,
      announced: uses.ticketShows,
      schedule: uses.schedule,
    }),
    feedReaders: [earnedWeeks.feedReader] as readonly FeedReader[],
    chores,
    /** Counts a request for a page where it is a visit from another site to a performer. */
    noteLanding: landings.note,
    routes: composeSeo({ catalog, discovery, clock }, uses),
    start: () => catalog.reload(),
    async stop() {
      catalog.close();
      await landings.stop();
    },
  };
}
