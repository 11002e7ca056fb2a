import type { BrowseCounts, DroppableFilter, FilteredResult, Gender, UserCard } from '@klieg/contract';
import { roomOffer } from '@klieg/contract/features/discovery/filters';
import { AGE_RANGES, CONTROL_RANGES, RATE_RANGES } from '@klieg/contract/features/discovery/ranges';
import type { Place } from '#site/platform/visitors/index.ts';
import { emptyResult } from '../browse.ts';
import type { Catalog, Found } from '../catalog.ts';
import type { Facet } from '../index/facet-index.ts';
import { makeCostsWithin } from '../listings/find-listing.ts';
import { GENDERS } from '../sections.ts';
import { type Droppable, dropListOf } from './drop-list.ts';

/** The reader's filters: values of one field are alternatives, all fields must match. */
export interface Filters {
  readonly lang: readonly string[];
  readonly tag: readonly string[];
  readonly rate: readonly string[];
  readonly region: readonly string[];
  readonly chRate: readonly string[];
  readonly page: number;
  readonly perPage: number;
  readonly hide: readonly Gender[];
  readonly place: Place;
  readonly isNewFirst: boolean;
  /** The reader's own performers, newcomers, or all. */
  readonly source: 'all' | 'following' | 'history' | 'new';
  /** Only these, of the source; undefined: everybody. */
  readonly among: readonly string[] | undefined;
  /** Results of a search, which all filters apply to. Undefined: no search. */
  readonly searched: readonly string[] | undefined;
}

/** Those in both, if there are two. */
function inBoth(one: readonly string[] | undefined, other: readonly string[] | undefined) {
  if (!one || !other) return one ?? other;
  const names = new Set(other);
  return one.filter((name) => names.has(name));
}

/** One page of a list; search results keep the search's order. */
function pageOf(
  found: Found,
  { page, perPage, searched, isNewFirst }: Filters,
  cardOf: Catalog['byName'],
): UserCard[] {
  const from = (page - 1) * perPage;
  if (!searched || isNewFirst) return found.slice(from, perPage);
  const names = new Set(found.names(0, found.total));
  const these = searched.filter((name) => names.has(name)).slice(from, from + perPage);
  return these.flatMap((name) => cardOf(name) ?? []);
}

const LISTING = {
  path: '/multi-filter',
  title: 'Find your model',
  about: 'All rooms, by what they offer, language, region, price and topic.',
};
const ALTERNATIVES = 12;
/** Topics that are counted: those of the most rooms. */
const TAGS_MAX = 60;

const isOffer = (word: string): boolean =>
  word.startsWith('is-') && roomOffer.safeParse(word.slice(3)).success;
const isAge = (word: string): boolean => AGE_RANGES.some((range) => word === `age-${range}`);

/** What a room is doing: one of these is enough; everything else it offers must match. */
const STATES: ReadonlySet<Facet> = new Set(['is:live', 'is:spy', 'is:ticket', 'is:group', 'is:standby']);

/** The facets of a tag filter by kind; a word that is no range or offer is a topic. */
function tagGroups(tags: readonly string[]) {
  const offers = tags.filter(isOffer).map((word): Facet => `is:${word.slice(3)}`);
  return {
    state: offers.filter((facet) => STATES.has(facet)),
    offers: offers.filter((facet) => !STATES.has(facet)),
    age: tags.filter(isAge).map((word): Facet => `age:${word.slice(4)}`),
    topic: tags.filter((word) => !isOffer(word) && !isAge(word)).map((word): Facet => `tag:${word}`),
  };
}

const rangeOf = (text: string): [number, number] => text.split('-').map(Number) as [number, number];

/** The fields that somebody filters by, each as a group of facets; one that is not asked for is absent. */
function groupsBy(
  filters: Pick<Filters, 'lang' | 'tag' | 'rate' | 'region' | 'chRate' | 'source'>,
  costsWithin: ReturnType<typeof makeCostsWithin>,
) {
  const { state, offers, age, topic } = tagGroups(filters.tag);
  const groups = {
    state,
    ...Object.fromEntries(offers.map((facet) => [facet, [facet]])),
    age,
    topic,
    language: filters.lang.map((word): Facet => `language:${word}`),
    location: filters.region.map((word): Facet => `region:${word}`),
    // An empty range becomes a facet that nobody has.
    privateRate: filters.rate.flatMap((range) => [`cost:none` as Facet, ...costsWithin(...rangeOf(range))]),
    controlHerRate: filters.chRate.map((range): Facet => `control:${range}`),
    isNew: filters.source === 'new' ? (['flag:new'] as Facet[]) : [],
  };
  return new Map(Object.entries(groups).filter(([, facets]) => facets.length > 0));
}

/** What the address contains for a group of facets. */
function addressOf(name: string, filters: Filters): Pick<DroppableFilter, 'field' | 'values'> {
  const tags = (isOfGroup: (tag: string) => boolean) =>
    ({ field: 'tag', values: filters.tag.filter(isOfGroup) }) as const;
  switch (name) {
    case 'language':
      return { field: 'lang', values: [...filters.lang] };
    case 'location':
      return { field: 'region', values: [...filters.region] };
    case 'privateRate':
      return { field: 'rate', values: [...filters.rate] };
    case 'controlHerRate':
      return { field: 'chRate', values: [...filters.chRate] };
    case 'isNew':
      return { field: 'source', values: ['new'] };
    case 'age':
      return tags(isAge);
    case 'topic':
      return tags((tag) => !isOffer(tag) && !isAge(tag));
    case 'state':
      return tags((tag) => STATES.has(`is:${tag.slice(3)}`));
    // An offer is a group of its own, by its facet.
    default:
      return { field: 'tag', values: [name.replace(':', '-')] };
  }
}

/** The filters about people, without the sorting of the list. */
export type KeptFilters = Pick<Filters, 'lang' | 'tag' | 'rate' | 'region' | 'hide'>;

/** Live rooms that match filters and that somebody at a place may find; only the named ones, if some are named. */
export type FindLiveWith = (filters: KeptFilters, place: Place, among?: readonly string[]) => Found;

export function makeFindLiveWith(catalog: Catalog): FindLiveWith {
  const costsWithin = makeCostsWithin(catalog);
  return ({ hide, ...filters }, place, among) => {
    const groups = groupsBy({ ...filters, chRate: [], source: 'all' }, costsWithin);
    return catalog.find({ groups: [...groups.values(), ['is:live']], hide, place, among });
  };
}

/** Lists by filters, with exact counts for each further value (BROWSE-057). */
export function makeBrowseFiltered(catalog: Catalog) {
  const costsWithin = makeCostsWithin(catalog);
  return (filters: Filters): FilteredResult => {
    const groups = groupsBy(filters, costsWithin);
    const find = (without?: string, hide = filters.hide, isOwn = true): Found =>
      catalog.find({
        groups: [...groups].filter(([name]) => name !== without).map(([, facets]) => facets),
        hide,
        place: filters.place,
        order: filters.isNewFirst ? 'started' : 'best',
        among: inBoth(isOwn ? filters.among : undefined, filters.searched),
      });
    const droppable = (): readonly Droppable[] => [
      ...[...groups.keys()].map((name) => ({ ...addressOf(name, filters), without: () => find(name) })),
      ...(filters.hide.length > 0
        ? [{ field: 'gender-hide' as const, values: [...filters.hide], without: () => find(undefined, []) }]
        : []),
      ...(filters.among
        ? [
            {
              field: 'source' as const,
              values: [filters.source],
              without: () => find(undefined, filters.hide, false),
            },
          ]
        : []),
    ];
    const found = find();
    const isEmpty = found.total === 0;
    return {
      ...emptyResult(LISTING, filters.perPage),
      userList: pageOf(found, filters, catalog.byName),
      totalCount: found.total,
      isSearchEmpty: isEmpty,
      counts: countsOf(catalog, costsWithin, {
        found,
        // A field that nobody filters by leaves the list as it is.
        without: keptOf((name) => (groups.has(name) ? find(name) : found)),
        everyGender: filters.hide.length > 0 ? find(undefined, []) : found,
      }),
      dropList: isEmpty ? dropListOf(droppable()) : [],
      dropAllCount: isEmpty
        ? catalog.find({ groups: [], hide: [], place: filters.place, among: filters.searched }).total
        : 0,
      ...(isEmpty && {
        alternativeUserList: catalog
          .find({ groups: [['is:live']], hide: filters.hide, place: filters.place })
          .slice(0, ALTERNATIVES),
      }),
    };
  };
}

/** Asks once for each name. */
function keptOf(ask: (name: string) => Found): (name: string) => Found {
  const kept = new Map<string, Found>();
  return (name) => {
    const answer = kept.get(name) ?? ask(name);
    kept.set(name, answer);
    return answer;
  };
}

/** Whom the counts are of. */
interface Counted {
  readonly found: Found;
  /** Without the filter of that field. */
  readonly without: (field: string) => Found;
  readonly everyGender: Found;
}

/** Those with a count, by their words. */
const named = (entries: readonly (readonly [string, number])[]): Record<string, number> =>
  Object.fromEntries(entries.filter(([, count]) => count > 0));

function countsOf(
  catalog: Catalog,
  costsWithin: ReturnType<typeof makeCostsWithin>,
  { found, without, everyGender }: Counted,
): BrowseCounts {
  const each = (field: string, kind: string): (readonly [string, number])[] => {
    const facets = catalog.facetsOf(kind);
    const counts = without(field).countAll(facets);
    return facets.map((facet, at) => [facet.slice(kind.length + 1), counts[at]!] as const);
  };
  const costs = new Map<Facet, number>(
    each('privateRate', 'cost').map(([cost, count]) => [`cost:${cost}`, count]),
  );
  const states = without('state');
  const ages = without('age');
  const topics = each('topic', 'tag').toSorted(([a, more], [b, most]) => most - more || (a < b ? -1 : 1));
  return {
    controlHerRate: named(
      each('controlHerRate', 'control').filter(([range]) => CONTROL_RANGES.some((r) => r === range)),
    ),
    gender: named(GENDERS.map((gender) => [gender, everyGender.count(`gender:${gender}`)] as const)),
    language: named(each('language', 'language')),
    location: named(each('location', 'region')),
    privateRate: named(
      RATE_RANGES.map((range) => {
        const within = costsWithin(...rangeOf(range));
        return [range, within.reduce((sum, cost) => sum + (costs.get(cost) ?? 0), 0)] as const;
      }),
    ),
    tag: {
      ...named(topics.slice(0, TAGS_MAX)),
      ...named(
        roomOffer.options.map((offer) => {
          const facet: Facet = `is:${offer}`;
          return [`is-${offer}`, (STATES.has(facet) ? states : found).count(facet)] as const;
        }),
      ),
      ...named(AGE_RANGES.map((range) => [`age-${range}`, ages.count(`age:${range}`)] as const)),
    },
  };
}
