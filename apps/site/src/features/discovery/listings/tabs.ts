import { type BrowseResult, genderOfSlug, genderSlug } from '@klieg/contract';
import type { Facet } from '../index/facet-index.ts';
import { SECTIONS } from '../sections.ts';
import { SECTION_NAMES } from './section-listings.ts';
import type { Listing } from './listing.ts';

type Tab = BrowseResult['tabList'][number];
/** Rooms that are live in a list. */
export type CountLive = (listing: Pick<Listing, 'groups' | 'gender'>) => number;
/** The list at an address, where there is one. */
type FindListing = (path: string) => Listing | undefined;

const named: readonly (readonly [path: string, name: string])[] = [
  ['private-shows', 'All'],
  ['private-shows/cam2cam', 'Cam2cam'],
  ['private-shows/spy-cam-shows', 'Spy'],
  ['private-shows/ticket-cam-shows', 'Ticket'],
  ['private-shows/exclusive-available-now', 'Exclusive'],
  ['private-shows/top-rated', 'Top rated'],
];
const voyeur: readonly (readonly [path: string, name: string])[] = [
  ['/voyeur-cams', 'All'],
  ['/voyeur-cams/bedroom', 'Bedroom'],
  ['/voyeur-cams/kitchen', 'Kitchen'],
  ['/voyeur-cams/shower', 'Shower'],
  ['/casa-salsa', 'Casa Salsa'],
];
const fanClubs: readonly (readonly [path: string, name: string])[] = [
  ['fanclub/all', 'All'],
  ['fanclub/online', 'Online'],
];
const stars: readonly (readonly [path: string, name: string])[] = [
  ['sodastars', 'All time'],
  ['sodastars/30days', '30 days'],
  ['sodastars/top2000', 'Top 2000'],
];

/** The same list of each section. */
function sectionTabs(listing: Listing, countLive: CountLive): Tab[] {
  const [first, ...rest] = listing.path.split('/').filter(Boolean);
  const own = genderSlug.safeParse(first).data;
  return SECTIONS.map((slug) => ({
    name: SECTION_NAMES[slug],
    url: `/${[slug, ...(own ? rest : [])].join('/')}`,
    active: slug === own,
    count: countLive({ groups: own ? listing.groups : [], gender: genderOfSlug[slug] }),
  }));
}

/** Lists beside this one, with their live rooms. */
export function tabsOf(listing: Listing, find: FindListing, countLive: CountLive): Tab[] {
  const section = genderSlug.safeParse(listing.path.split('/')[1]).data;
  const tabs = (list: readonly (readonly [string, string])[]): Tab[] =>
    list.flatMap(([path, name]) => {
      const url = path.startsWith('/') ? path : section ? `/${section}/${path}` : `/${path}`;
      const beside = find(url);
      if (!beside) return [];
      return [{ name, url, active: url === listing.path, count: countLive(beside) }];
    });
  switch (listing.tabs) {
    case 'sections':
      return sectionTabs(listing, countLive);
    case 'private-shows':
      return tabs(named);
    case 'voyeur':
      return tabs(voyeur);
    case 'fan-clubs':
      return tabs(fanClubs);
    case 'stars':
      return tabs(stars);
  }
}

/** Who is live. */
export const LIVE: readonly Facet[] = ['is:live'];
