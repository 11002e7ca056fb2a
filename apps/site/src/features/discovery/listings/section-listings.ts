import { ownOf } from '@klieg/kernel';
import { type GenderSlug, genderOfSlug, genderSlug } from '@klieg/contract';
import { BROWSE_LANGUAGES } from '@klieg/contract/features/discovery/filters';
import { REGIONS } from '@klieg/contract/features/discovery/places';
import type { Facet } from '../index/facet-index.ts';
import { asTitle, type FindSectionListing, type Listing, type SectionListing, wordsOf } from './listing.ts';
import { type CostsWithin, makeFindPrivateListing, PRIVATE_PATHS } from './private-listings.ts';

export const SECTION_NAMES: Readonly<Record<GenderSlug, string>> = {
  girls: 'Girls',
  men: 'Men',
  trans: 'Trans',
  couples: 'Couples',
};

const REGION_NAMES: Readonly<Record<(typeof REGIONS)[number], string>> = {
  africa: 'Africa',
  asia: 'Asia',
  'central-south-america': 'Central and South America',
  'eastern-europe': 'Eastern Europe',
  europe: 'Europe',
  usa: 'USA',
};

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const SLUG_MAX = 32;

/** Lists of stars by the likes of their fans; also without a section. */
export const starListings: Readonly<Record<string, SectionListing>> = {
  sodastars: {
    title: 'Sodastars',
    about: 'Performers with 500 likes or more, of all time.',
    groups: [['flag:sodastar']],
    order: 'likes',
    tabs: 'stars',
  },
  'sodastars/30days': {
    title: 'Sodastars, 30 days',
    about: 'Performers whom fans have liked most in the last 30 days.',
    groups: [['is:liked_lately']],
    order: 'likesLately',
    tabs: 'stars',
  },
  'sodastars/top2000': {
    title: 'Sodastars top 2000',
    about: 'The 2,000 performers with the most likes of all time.',
    groups: [['is:liked']],
    order: 'likes',
    countMax: 2_000,
    tabs: 'stars',
  },
};

/** Lists of fan clubs; also without a section. */
export const fanClubListings: Readonly<Record<string, SectionListing>> = {
  'fanclub/all': {
    title: 'Fan clubs',
    about: 'Performers with a fan club.',
    groups: [['is:fanclub']],
    tabs: 'fan-clubs',
  },
  'fanclub/online': {
    title: 'Fan clubs online',
    about: 'Performers with a fan club who are live.',
    groups: [['is:fanclub'], ['is:live']],
    tabs: 'fan-clubs',
  },
};

const byPath: Readonly<Record<string, SectionListing>> = {
  ...starListings,
  ...fanClubListings,
  'control-her': {
    title: 'Interactive toys',
    about: 'Live rooms with a connected toy that viewers may control.',
    // The toys feature sets this flag; a toy is connected as long as its room is open.
    groups: [['flag:control_her'], ['is:live']],
    tabs: 'sections',
  },
  new: {
    title: 'New models',
    about: 'Performers who were approved within the last 30 days.',
    groups: [['flag:new']],
    tabs: 'sections',
  },
  'top-rated': {
    title: 'Top rated models',
    about: 'Ordered by the ratings of those who paid; ten ratings or more.',
    groups: [['is:rated']],
    order: 'rating',
    tabs: 'sections',
  },
  leaders: {
    title: 'Leaders',
    about: 'Those who earned most this week, without amounts.',
    groups: [['is:earning']],
    order: 'earned',
    tabs: 'sections',
  },
  versus: {
    title: 'Versus',
    about: 'Performers who compete with each other now.',
    groups: [['flag:versus']],
    tabs: 'sections',
  },
};

const isSlug = (text: string | undefined): text is string =>
  text !== undefined && text.length <= SLUG_MAX && SLUG.test(text);

/** What lists of a section are found by. */
export interface KnownFacets {
  readonly costsWithin: CostsWithin;
  /** Whether any performer, live or not, has the tag. */
  readonly isTag: (slug: string) => boolean;
  /** Tags approved by the operator; pages of others are not indexed. */
  readonly isApprovedTag: (slug: string) => boolean;
  /** Tags whose pages have the texts of live shows. */
  readonly isLiveShowTag: (slug: string) => boolean;
}

/** The texts of a list of girls by one tag. */
function girlsByTag(tag: string, isLiveShow: boolean): Partial<SectionListing> {
  const name = asTitle(wordsOf(tag));
  if (!isLiveShow) return { pageTitle: `${name} live` };
  return {
    title: `${name} live shows`,
    pageTitle: `${name} live shows`,
    about: `Live shows with girls who choose the tag ${wordsOf(tag)}.`,
  };
}

function findTagListing(
  parts: readonly string[],
  section: GenderSlug,
  { isTag, isApprovedTag, isLiveShowTag }: KnownFacets,
): SectionListing | 'unknown_tag' {
  const [one, two, ...more] = parts;
  if (more.length > 0 || !isSlug(one) || (two !== undefined && !isSlug(two))) return 'unknown_tag';
  const tags = two === undefined || two === one ? [one] : [one, two];
  if (!tags.every(isTag)) return 'unknown_tag';
  return {
    title: tags.map((tag) => `#${tag}`).join(' '),
    about: `Rooms about ${tags.map(wordsOf).join(' and ')}.`,
    ...(section === 'girls' && tags.length === 1 && girlsByTag(one, isLiveShowTag(one))),
    groups: tags.map((tag): readonly Facet[] => [`tag:${tag}`]),
    tabs: 'sections',
    // Two tags are the same list in either order.
    canonical: `/${section}/tag/${tags.toSorted().join('/')}`,
    ...(!tags.every(isApprovedTag) ? { index: 'no' } : tags.length > 1 && { index: 'canon' }),
  };
}

/** What is at an address that begins with a section: a list, or why there is none. */
export function makeFindInSection(known: KnownFacets) {
  const findPrivate = makeFindPrivateListing(known.costsWithin);
  const find = (
    parts: readonly string[],
    slug: GenderSlug,
  ): ReturnType<FindSectionListing> | 'unknown_tag' => {
    const [word, ...rest] = parts;
    if (word === undefined)
      return {
        title: SECTION_NAMES[slug],
        pageTitle: `${SECTION_NAMES[slug]} live`,
        about: `${SECTION_NAMES[slug]} who are live now.`,
        groups: [],
        tabs: 'sections',
      };
    if (word === 'private-shows') return findPrivate(rest, slug);
    if (word === 'tag') return findTagListing(rest, slug, known);
    const [value] = rest;
    if (word === 'language' && rest.length === 1 && BROWSE_LANGUAGES.some((language) => language === value))
      return {
        title: `${asTitle(value!)} speaking`,
        about: `Performers who speak ${asTitle(value!)}.`,
        groups: [[`language:${value!}`]],
        tabs: 'sections',
      };
    const region = REGIONS.find((one) => one === value);
    if (word === 'region' && rest.length === 1 && region)
      return {
        title: REGION_NAMES[region],
        about: `Performers from ${REGION_NAMES[region]}.`,
        groups: [[`region:${region}`]],
        tabs: 'sections',
      };
    return ownOf(byPath, parts.join('/'));
  };
  return (parts: readonly string[]): Listing | 'unknown_tag' | undefined => {
    const slug = genderSlug.safeParse(parts[0]).data;
    if (!slug) return undefined;
    const rest = parts.slice(1);
    const found = find(rest, slug);
    if (found === undefined || found === 'unknown_tag') return found;
    const isSection = rest.length === 0;
    const above = [
      ...(isSection ? [] : [{ title: SECTION_NAMES[slug], path: `/${slug}` }]),
      ...(rest[0] === 'private-shows' && rest.length > 1
        ? [{ title: 'Private shows', path: `/${slug}/private-shows` }]
        : []),
    ];
    return { ...found, path: `/${parts.join('/')}`, gender: genderOfSlug[slug], above };
  };
}

/** Addresses below a section that may be in the sitemap; '' is the section itself. Tags are listed separately. */
export const SECTION_PATHS: readonly string[] = [
  '',
  ...Object.keys(byPath),
  ...PRIVATE_PATHS,
  ...BROWSE_LANGUAGES.map((language) => `language/${language}`),
  ...REGIONS.map((region) => `region/${region}`),
];
