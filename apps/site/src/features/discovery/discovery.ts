import type { Api, BrowseResult, InputOf, ResultOf } from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { Place } from '../../platform/visitors/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { type BrowseQuery, makeBrowse } from './browse.ts';
import { makeBrowseFiltered } from './filters/browse-filtered.ts';
import { orderForYou } from './for-you.ts';
import { type HomeSections, makeHomeSections } from './home/home-sections.ts';
import type { OwnLists } from './own-lists.ts';
import { makeSearch, type SearchUses } from './search/search.ts';

/** Rooms that are weighed for one person's own list: the best of all. */
const WEIGHED = 1_000;

type FilterQuery = InputOf<Api['browseFiltered']>['query'];

/** Lists as pages and calls ask for them. */
export interface Discovery {
  /** A list by its address, the same for everybody. @throws discovery.unknown_path, discovery.unknown_tag */
  browse(path: string, query: BrowseQuery): BrowseResult;
  /** The same, with the lists that belong to the caller. @throws common.unauthenticated */
  browseFor(path: string, query: BrowseQuery, caller: SiteCaller): Promise<BrowseResult>;
  filtered(query: FilterQuery, caller: SiteCaller): Promise<BrowseResult>;
  search(term: string, query: BrowseQuery): Promise<BrowseResult>;
  suggest(term: string, place: Place): Promise<ResultOf<Api['suggest']>>;
  readonly home: HomeSections;
  /** Whom the caller follows and has visited; undefined for a guest. */
  ownOf(caller: SiteCaller): Promise<readonly string[] | undefined>;
}

export function makeDiscovery(deps: SearchUses & { readonly own: OwnLists }): Discovery {
  const { catalog, own } = deps;
  const browse = makeBrowse(catalog);
  const { search, suggest } = makeSearch(deps);

  const ownOf = async ({ account }: SiteCaller): Promise<readonly string[] | undefined> => {
    if (!account) return undefined;
    const [followed, visited] = await Promise.all([own.followed(account.id), own.visited(account.id)]);
    return [...new Set([...followed, ...visited])];
  };

  const forYou = async (query: BrowseQuery, caller: SiteCaller): Promise<BrowseResult> => {
    const whole = browse('/for-you', { ...query, page: 1, perPage: WEIGHED });
    const names = await ownOf(caller);
    const known = (names ?? []).flatMap((name) => catalog.byName(name) ?? []);
    const ordered = orderForYou(whole.userList, known);
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

  const filter = makeBrowseFiltered(catalog);
  const amongOf = async (source: FilterQuery['source'], { account }: SiteCaller) => {
    if (source !== 'following' && source !== 'history') return undefined;
    if (!account) return [];
    return source === 'following' ? own.followed(account.id) : own.visited(account.id);
  };

  return {
    browse,
    async browseFor(path, query, caller) {
      const name = path.split('/').filter(Boolean).join('/');
      if (name === 'for-you') return forYou(query, caller);
      if (name === 'followed') return followed(query, caller);
      return browse(path, query);
    },
    async filtered(query, caller) {
      return filter({
        ...query,
        page: query.p,
        hide: query['gender-hide'] ?? [],
        place: { country: caller.country, state: caller.state },
        isNewFirst: query.new_sort,
        isNewOnly: query.source === 'new',
        among: await amongOf(query.source, caller),
      });
    },
    search,
    suggest,
    home: makeHomeSections(catalog),
    ownOf,
  };
}
