import {
  type BrowseResult,
  type Gender,
  type GenderSlug,
  genderOfSlug,
  type UserCard,
} from '@klieg/contract';
import type { Place } from '../../platform/visitors/index.ts';
import type { Catalog } from './catalog.ts';

/** What a browse list asks for, already read from the query. */
export interface BrowseQuery {
  readonly page: number;
  readonly perPage: number;
  readonly hide: readonly Gender[];
  /** Country of whoever asks: rooms that block it are absent. */
  readonly place: Place;
}

const ALL: readonly Gender[] = ['f', 'm', 't', 'c'];
const titles: Readonly<Record<GenderSlug, string>> = {
  girls: 'Girls',
  men: 'Men',
  trans: 'Trans',
  couples: 'Couples',
};
const slugs: readonly GenderSlug[] = ['girls', 'men', 'trans', 'couples'];

const seoOf = (title: string, path: string): BrowseResult['seo'] => ({
  breadcrumbList: [{ name: 'Home', url: '/' }, ...(path === '/' ? [] : [{ name: title, url: path }])],
  description: `${title}: rooms that are live now.`,
  footerHtml: '',
  h1: title,
  metaDescription: title.startsWith('Live')
    ? `${title}: watch, chat and tip.`
    : `${title} live now: watch, chat and tip.`,
  metaTitle: title.startsWith('Live') ? title : `${title} live`,
});

/** An empty list with its texts. */
export const emptyResult = (title: string, path: string, perPage: number): BrowseResult => ({
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
  seo: seoOf(title, path),
  counts: null,
});

/** One page of a list; a page past the end is empty. */
export function pageOf(cards: readonly UserCard[], page: number, perPage: number): UserCard[] {
  return cards.slice((page - 1) * perPage, page * perPage);
}

/** Home (no slug) or a gender page, from memory. */
export function browse(catalog: Catalog, slug: GenderSlug | null, query: BrowseQuery): BrowseResult {
  const genders = new Set(slug ? [genderOfSlug[slug]] : ALL.filter((gender) => !query.hide.includes(gender)));
  const cards = catalog.list(genders).filter((card) => !catalog.isBlockedFor(card.username, query.place));
  const title = slug ? titles[slug] : 'Live rooms';
  const isLive = (card: UserCard) => card.status !== 'offline';
  return {
    ...emptyResult(title, slug ? `/${slug}` : '/', query.perPage),
    userList: pageOf(cards, query.page, query.perPage),
    totalCount: cards.length,
    tabList: slugs.map((name) => ({
      name: titles[name],
      url: `/${name}`,
      active: name === slug,
      count: catalog.list(new Set([genderOfSlug[name]])).filter(isLive).length,
    })),
  };
}
