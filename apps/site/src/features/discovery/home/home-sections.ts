import {
  type BrowseSection,
  type Gender,
  genderOfSlug,
  type HomeSection,
  SECTION_SIZE,
} from '@klieg/contract';
import { ETHNICITIES } from '@klieg/contract/features/discovery/filters';
import { AGE_RANGES } from '@klieg/contract/features/discovery/ranges';
import { REGIONS } from '@klieg/contract/features/discovery/places';
import type { Place } from '#site/platform/visitors/index.ts';
import type { Catalog, Found, Wanted } from '../catalog.ts';
import type { ListOrder } from '../catalog-row.ts';
import type { Facet } from '../index/facet-index.ts';
import { asTitle, wordsOf } from '../listings/listing.ts';
import { SECTIONS } from '../sections.ts';

/** A section with this many gets a See-all link (HOME-020). */
const SEE_ALL_FROM = 5;
const REGION_NAMES = new Intl.DisplayNames('en', { type: 'region' });

export interface HomeReader {
  readonly hide: readonly Gender[];
  /** The same among the reader's own performers. */
  readonly hideOwn: readonly Gender[];
  readonly place: Place;
  /** Followed and visited performers, the nearest first; undefined for a guest. */
  readonly own: readonly string[] | undefined;
}

/** What a section lists, and the link to all of it. */
interface Section {
  readonly title: string;
  readonly value: string | null;
  readonly url: string;
  readonly found: Found;
}

type MakeSection = (reader: HomeReader) => Section | undefined;

/** The section of the site that see-all links lead to: the first that the reader wants to see. */
const slugFor = ({ hide }: HomeReader): string =>
  SECTIONS.find((section) => !hide.includes(genderOfSlug[section])) ?? 'girls';

/** Ways to make a section from memory. */
function makeSectionKinds(catalog: Catalog) {
  const find = (
    { hide, place }: HomeReader,
    groups: Wanted['groups'],
    order?: ListOrder,
    among?: readonly string[],
  ): Found => catalog.find({ groups, hide, place, order, among });
  const LIVE: readonly Facet[] = ['is:live'];
  const AT_HOME: readonly Facet[] = ['is:at_home'];

  /** The one of these facets that most live rooms have. */
  const commonest = (reader: HomeReader, facets: readonly Facet[]): string | undefined => {
    const counts = find(reader, [LIVE, AT_HOME]).countAll(facets);
    const counted = facets
      .map((facet, at) => ({ facet, count: counts[at]! }))
      .filter(({ count }) => count > 0);
    const [first] = counted.toSorted((a, b) => b.count - a.count || a.facet.localeCompare(b.facet));
    return first?.facet.slice(first.facet.indexOf(':') + 1);
  };
  /** A section about the most common of several values. */
  const about =
    (
      kind: string,
      values: () => readonly string[],
      name: (value: string) => string,
      url: (value: string, slug: string) => string,
    ): MakeSection =>
    (reader) => {
      const value = commonest(
        reader,
        values().map((one): Facet => `${kind}:${one}`),
      );
      if (value === undefined) return undefined;
      return {
        title: name(value),
        value,
        url: url(value, slugFor(reader)),
        found: find(reader, [LIVE, AT_HOME, [`${kind}:${value}`]]),
      };
    };
  const fixed =
    (title: string, groups: Wanted['groups'], path: string, order?: ListOrder): MakeSection =>
    (reader) => ({
      title,
      value: null,
      url: path.startsWith('/') ? path : `/${slugFor(reader)}/${path}`,
      found: find(reader, [LIVE, AT_HOME, ...groups], order),
    });
  const allOf = (kind: string) => () => catalog.facetsOf(kind).map((facet) => facet.slice(kind.length + 1));
  return { find, about, fixed, allOf };
}

/** The sections that a member may choose. */
function makeMakers(catalog: Catalog): Readonly<Record<HomeSection, MakeSection>> {
  const { find, about, fixed, allOf } = makeSectionKinds(catalog);
  return {
    favs_history: (reader) =>
      reader.own && {
        title: 'My Favs & History',
        value: null,
        url: '/followed',
        found: find({ ...reader, hide: reader.hideOwn }, [], 'best', reader.own),
      },
    new_trending: fixed('New & Trending', [['flag:new']], 'new'),
    age_range: about(
      'age',
      () => AGE_RANGES,
      (range) => `Age ${range.replace('-', ' to ')}`,
      (range) => `/multi-filter?tag=age-${range}`,
    ),
    ethnicity: about(
      'tag',
      () => ETHNICITIES,
      (slug) => asTitle(wordsOf(slug)),
      (slug, section) => `/${section}/tag/${slug}`,
    ),
    top_rated_models: fixed('Top Rated Models', [['is:rated']], 'top-rated', 'rating'),
    top_rated_privates: fixed(
      'Top Rated Privates',
      [['is:private'], ['is:rated']],
      'private-shows/top-rated',
      'rating',
    ),
    continent: about(
      'region',
      () => REGIONS,
      (slug) => asTitle(wordsOf(slug)),
      (slug, section) => `/${section}/region/${slug}`,
    ),
    country: about(
      'country',
      allOf('country'),
      (code) => REGION_NAMES.of(code) ?? code,
      (code) => `/search/${encodeURIComponent(REGION_NAMES.of(code) ?? code)}`,
    ),
    language: about(
      'language',
      allOf('language'),
      asTitle,
      (slug, section) => `/${section}/language/${slug}`,
    ),
    tags: about(
      'tag',
      () =>
        catalog.liveTags.map(({ slug }) => slug).filter((slug) => !ETHNICITIES.some((one) => one === slug)),
      (slug) => asTitle(wordsOf(slug)),
      (slug, section) => `/${section}/tag/${slug}`,
    ),
    near_goal: fixed('Models Near Goal', [['is:goal']], '/multi-filter?tag=is-goal'),
    voyeur_cams: fixed('Voyeur Cams', [['flag:voyeur']], '/voyeur-cams'),
  };
}

/** Makes the sections of the home page from memory. */
export function makeHomeSections(catalog: Catalog) {
  const { fixed } = makeSectionKinds(catalog);
  const makers = makeMakers(catalog);

  const present = <K extends string>(key: K, section: Section): Omit<BrowseSection, 'key'> & { key: K } => ({
    key,
    title: section.title,
    value: section.value,
    url: section.found.total >= SEE_ALL_FROM ? section.url : null,
    list: section.found.slice(0, SECTION_SIZE),
    total: section.found.total,
  });

  return {
    /** The chosen sections in their order; one that nobody is in is left out. */
    custom: (keys: readonly HomeSection[], reader: HomeReader): BrowseSection[] =>
      keys.flatMap((key) => {
        const section = makers[key](reader);
        return section && section.found.total > 0 ? [present(key, section)] : [];
      }),
    /** Those of the classic layout: featured, new, top rated, privates, one for each gender. */
    classic(reader: HomeReader) {
      const sections: readonly (readonly [string, Section | undefined])[] = [
        [
          'featured',
          fixed('Featured', [['flag:featured', 'role:featured' as Facet]], '/browse-role/featured')(reader),
        ],
        ['new', fixed('New models', [['flag:new']], 'new')(reader)],
        ['top_rated', makers.top_rated_models(reader)],
        ['privates', fixed('Private shows', [['is:private']], 'private-shows')(reader)],
        ...SECTIONS.filter((slug) => !reader.hide.includes(genderOfSlug[slug])).map(
          (slug) =>
            [slug, fixed(asTitle(slug), [[`gender:${genderOfSlug[slug]}`]], `/${slug}`)(reader)] as const,
        ),
      ];
      return sections.flatMap(([key, section]) =>
        section && section.found.total > 0 ? [present(key, section)] : [],
      );
    },
  };
}

export type HomeSections = ReturnType<typeof makeHomeSections>;
