import type { Api, BrowseResult, FilteredResult, InputOf, ResultOf } from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { Place } from '../../platform/visitors/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { isAllowed } from '../permissions/index.ts';
import { type BrowseQuery, type ListedPage, makeBrowse } from './browse.ts';
import { makeBrowseFiltered } from './filters/browse-filtered.ts';
import { type KnownRooms, orderForYou } from './for-you.ts';
import { type HomeSections, makeHomeSections } from './home/home-sections.ts';
import type { ListTerms } from './listings/find-listing.ts';
import type { PageIndex } from './seo/page-index.ts';
import type { OwnLists } from './own-lists.ts';
import { makeTags, type Tags } from './tags/tags.ts';
import { makeSearch, type SearchUses } from './search/search.ts';

/** Rooms ranked for a personal list: the best of all. */
const WEIGHED = 1_000;

type FilterQuery = InputOf<Api['browseFiltered']>['query'];

/** Lists as pages and calls ask for them. */
export interface Discovery {
  /** A list by its address, the same for everybody. @throws discovery.unknown_path, discovery.unknown_tag */
  browse(path: string, query: BrowseQuery): BrowseResult;
  /** The same, with what search engines are told about its page. */
  browsePage(path: string, query: BrowseQuery): ListedPage;
  /** What search engines are told about a list's first page. @throws discovery.unknown_path, discovery.unknown_tag */
  indexOf(path: string, place: Place): PageIndex;
  /** The same, with the lists that belong to the caller. @throws common.unauthenticated */
  browseFor(path: string, query: BrowseQuery, caller: SiteCaller): Promise<BrowseResult>;
  filtered(query: FilterQuery, caller: SiteCaller): Promise<FilteredResult>;
  search(term: string, query: BrowseQuery): Promise<BrowseResult>;
  suggest(term: string, place: Place): ResultOf<Api['suggest']>;
  readonly home: HomeSections;
  readonly tags: Tags;
  /** Whom the caller follows and has visited; undefined for a guest. */
  ownOf(caller: SiteCaller): Promise<readonly string[] | undefined>;
  /** The rooms that say what the caller likes; none for a guest. */
  knownOf(caller: SiteCaller): Promise<KnownRooms>;
}

export function makeDiscovery(
  deps: SearchUses & {
    readonly own: OwnLists;
    readonly terms: ListTerms;
    /** Visits that came from other sites straight to performers, by name. */
    readonly countLandings: (usernames: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  },
): Discovery {
  const { catalog, own } = deps;
  const { browsePage, indexOf } = makeBrowse(catalog, deps.terms);
  const browse: Discovery['browse'] = (path, query) => browsePage(path, query).result;
  const { search, suggest, namesFor } = makeSearch(deps);

  const ownOf = async ({ account }: SiteCaller): Promise<readonly string[] | undefined> => {
    if (!account) return undefined;
    const [followed, visited] = await Promise.all([own.followed(account.id), own.visited(account.id)]);
    return [...new Set([...followed, ...visited])];
  };

  const knownOf = async (caller: SiteCaller): Promise<KnownRooms> => {
    const { account } = caller;
    if (!account) return { cards: [], tipped: new Set() };
    const [names, tipped] = await Promise.all([ownOf(caller), own.tipped(account.id)]);
    const cards = [
      ...(names ?? []).flatMap((name) => catalog.byName(name) ?? []),
      ...tipped.flatMap((id) => catalog.byId(id) ?? []),
    ];
    return { cards: [...new Map(cards.map((card) => [card.id, card])).values()], tipped: new Set(tipped) };
  };

  const forYou = async (query: BrowseQuery, caller: SiteCaller): Promise<BrowseResult> => {
    const whole = browse('/for-you', { ...query, page: 1, perPage: WEIGHED });
    const ordered = orderForYou(whole.userList, await knownOf(caller));
    const from = (query.page - 1) * query.perPage;
    return {
      ...whole,
      perPageCount: query.perPage,
      totalCount: whole.userList.length,
      userList: ordered.slice(from, from + query.perPage),
    };
  };

  const followed = async (query: BrowseQuery, { account }: SiteCaller): Promise<BrowseResult> => {
    if (!account) throw new AppError('common.unauthenticated');
    const found = catalog.find({
      groups: [],
      hide: query.hide,
      place: query.place,
      among: await own.followed(account.id),
    });
    return {
      ...browse('/', { ...query, perPage: 1 }),
      seo: { ...browse('/', query).seo, h1: 'Followed models', metaTitle: 'Followed models' },
      perPageCount: query.perPage,
      userList: found.slice((query.page - 1) * query.perPage, query.perPage),
      totalCount: found.total,
    };
  };

  /** The list of the most liked; administrators also see how many visits came to each from other sites. */
  const top = async (query: BrowseQuery, caller: SiteCaller): Promise<BrowseResult> => {
    const result = browse('/top', query);
    if (!isAllowed('administer_site', caller)) return result;
    const landings = await deps.countLandings(result.userList.map(({ username }) => username));
    const userList = result.userList.map((card) => ({
      ...card,
      referer_count: landings.get(card.username) ?? 0,
    }));
    return { ...result, userList };
  };

  const filter = makeBrowseFiltered(catalog);
  const amongOf = async (source: FilterQuery['source'], { account }: SiteCaller) => {
    if (source !== 'following' && source !== 'history') return undefined;
    if (!account) return [];
    return source === 'following' ? own.followed(account.id) : own.visited(account.id);
  };

  return {
    browse,
    browsePage,
    indexOf,
    async browseFor(path, query, caller) {
      const name = path.split('/').filter(Boolean).join('/');
      if (name === 'for-you') return forYou(query, caller);
      if (name === 'followed') return followed(query, caller);
      if (name === 'top') return top(query, caller);
      return browse(path, query);
    },
    async filtered(query, caller) {
      const place = { country: caller.country, state: caller.state };
      return filter({
        ...query,
        page: query.p,
        hide: query['gender-hide'] ?? [],
        place,
        isNewFirst: query.new_sort,
        source: query.source,
        among: await amongOf(query.source, caller),
        searched: query.q === undefined ? undefined : await namesFor(query.q, place),
      });
    },
    search,
    suggest,
    home: makeHomeSections(catalog),
    tags: makeTags(catalog, deps.terms),
    ownOf,
    knownOf,
  };
}
