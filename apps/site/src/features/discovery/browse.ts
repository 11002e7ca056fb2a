import {
  BROWSE_PAGE_SIZE,
  type BrowseResult,
  type Gender,
  TOP_PAGE_SIZE,
  type UserCard,
} from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { Place } from '../../platform/visitors/index.ts';
import type { Catalog, Found, Wanted } from './catalog.ts';
import type { Facet } from './index/facet-index.ts';
import { type ListTerms, makeFindListing } from './listings/find-listing.ts';
import type { Listing } from './listings/listing.ts';
import { LIVE, tabsOf } from './listings/tabs.ts';
import { indexOfPage, type PageIndex } from './seo/page-index.ts';

/** What a browse list asks for, already read from the query. */
export interface BrowseQuery {
  readonly page: number;
  readonly perPage: number;
  readonly hide: readonly Gender[];
  /** Country of the caller: rooms that block it are absent. */
  readonly place: Place;
  /** Those who started last come first. */
  readonly isNewFirst?: boolean;
  /** Those with the best connections come first, in lists without an order of their own. */
  readonly isByConnection?: boolean;
  /** Also answers lists that are only for staff. */
  readonly isStaff?: boolean;
}

/** Cards on a page of a list whose reader says no number. */
export const pageSizeOf = (path: string): number =>
  path.split('/').filter(Boolean).join('/') === 'top' ? TOP_PAGE_SIZE : BROWSE_PAGE_SIZE;

/** Rooms offered when a list is empty. */
const ALTERNATIVES = 12;
const POPULAR = 12;

const isAtHome = (path: string): boolean => path === '/';

const seoOf = ({
  title,
  about,
  path,
  above = [],
  pageTitle = title,
}: Pick<Listing, 'title' | 'about' | 'path' | 'above' | 'pageTitle'>): BrowseResult['seo'] => ({
  breadcrumbList: [
    { name: 'Home', url: '/' },
    ...above.map((list) => ({ name: list.title, url: list.path })),
    ...(isAtHome(path) ? [] : [{ name: title, url: path }]),
  ],
  description: about,
  footerHtml: '',
  h1: title,
  metaDescription: isAtHome(path) ? `${title}: watch, chat and tip.` : `${about} Watch, chat and tip.`,
  metaTitle: pageTitle,
});

/** An empty list with its texts. */
export const emptyResult = (
  listing: Pick<Listing, 'title' | 'about' | 'path' | 'above' | 'pageTitle'>,
  perPage: number,
): BrowseResult => ({
  mediaList: [],
  userList: [],
  alternativeUserList: [],
  totalCount: 0,
  perPageCount: perPage,
  isSearchEmpty: false,
  popularSearchList: [],
  popularModelSearch: [],
  topModelList: [],
  tabList: [],
  responseCode: 200,
  redirect: null,
  seo: seoOf(listing),
  counts: null,
});

const groupsOf = ({ groups, gender }: Pick<Listing, 'groups' | 'gender'>): readonly (readonly Facet[])[] =>
  gender === null ? groups : [...groups, [`gender:${gender}`]];

/** What a list requests from the catalog; a page of one gender shows it whatever else the reader hides. */
export const wantedBy = (listing: Listing, query: BrowseQuery): Wanted => ({
  groups: groupsOf(listing),
  hide: listing.gender === null ? query.hide : [],
  place: query.place,
  order: query.isNewFirst ? 'started' : (listing.order ?? (query.isByConnection ? 'connection' : undefined)),
});

/** Cards of a page, of a list that may end before all that are found. */
function cardsOf(found: Found, { page, perPage }: BrowseQuery, countMax = Infinity): UserCard[] {
  const left = countMax - (page - 1) * perPage;
  return left <= 0 ? [] : found.slice((page - 1) * perPage, Math.min(perPage, left));
}

/** A list as its page shows it. */
export interface ListedPage {
  readonly result: BrowseResult;
  readonly index: PageIndex;
}

/** Lists by their addresses, from memory. @throws discovery.unknown_path, discovery.unknown_tag */
export function makeBrowse(catalog: Catalog, terms: ListTerms) {
  const findListing = makeFindListing(catalog, terms);
  /** @throws discovery.unknown_path, discovery.unknown_tag */
  const getListing = (path: string, isStaff: boolean): Listing => {
    const at = findListing(path);
    if (at === 'unknown_tag') throw new AppError('discovery.unknown_tag');
    if (!at || (at.forStaff && !isStaff)) throw new AppError('discovery.unknown_path');
    return at.listing;
  };
  const listingAt = (path: string) => {
    const found = findListing(path);
    return found === undefined || found === 'unknown_tag' ? undefined : found.listing;
  };
  const alternatives = (listing: Listing, query: BrowseQuery): UserCard[] =>
    catalog
      .find({ ...wantedBy({ ...listing, groups: [LIVE] }, query), order: 'best' })
      .slice(0, ALTERNATIVES);

  const browsePage = (path: string, query: BrowseQuery): ListedPage => {
    const listing = getListing(path, query.isStaff ?? false);
    const found = catalog.find(wantedBy(listing, query));
    const total = Math.min(found.total, listing.countMax ?? Infinity);
    const countLive = (other: Pick<Listing, 'groups' | 'gender'>) =>
      catalog.find({ groups: groupsOf(other), hide: [], place: query.place }).count('is:live');
    const asked = { page: query.page, isFiltered: listing.gender === null && query.hide.length > 0, total };
    const result = {
      ...emptyResult(listing, query.perPage),
      userList: cardsOf(found, query, listing.countMax),
      totalCount: total,
      tabList: tabsOf(listing, listingAt, countLive),
      ...(total === 0 &&
        !isAtHome(listing.path) && {
          alternativeUserList: alternatives(listing, query),
          popularSearchList: catalog.liveTags.slice(0, POPULAR).map(({ slug }) => slug),
        }),
    };
    return { result, index: indexOfPage(listing, asked) };
  };
  return {
    browsePage,
    /** What search engines are told about a list's first page; costs only a count. */
    indexOf(path: string, place: Place): PageIndex {
      const listing = getListing(path, false);
      const query = { page: 1, perPage: 1, hide: [], place };
      const { total } = catalog.find(wantedBy(listing, query));
      return indexOfPage(listing, { page: 1, isFiltered: false, total });
    },
  };
}
