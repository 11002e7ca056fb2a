import {
  type Api,
  type Gender,
  type GenderSlug,
  genderOfSlug,
  type ResultOf,
  TAGS_PAGE_SIZE,
} from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { Place } from '#site/platform/visitors/index.ts';
import { LIVE_SHOW_TAGS, OTHER_TAGS, TAG_CATALOGUE } from '../../brand/index.ts';
import type { Catalog, Found } from '../catalog.ts';
import type { Facet } from '../index/facet-index.ts';
import { blockedAt } from '../index/facets-of.ts';
import type { ListTerms } from '../listings/find-listing.ts';
import { asTitle, wordsOf } from '../listings/listing.ts';
import { SECTION_NAMES } from '../listings/section-listings.ts';
import { SECTIONS, sectionNamed } from '../sections.ts';
import { makeCountedLately } from './counted-lately.ts';

type TagIndex = ResultOf<Api['listTags']>;
type SectionTags = ResultOf<Api['listSectionTags']>;
type CountedTag = TagIndex['tag_list'][number];
/** How tags are sorted: by number of performers, by name, or by live performers. */
export type TagSort = 'popular' | 'name' | 'live';

/** Pairs are made among this many tags, those with the most performers. */
const PAIRED = 24;
const PAIRS_MAX = 12;
/** Tags of this few performers are counted in a moment. */
const COUNTED_EACH_TIME = 20_000;

const categoryOf = new Map(TAG_CATALOGUE.flatMap(({ name, slugs }) => slugs.map((slug) => [slug, name])));
const CATEGORIES = [...TAG_CATALOGUE.map(({ name }) => name), LIVE_SHOW_TAGS, OTHER_TAGS];
const facetOf = (slug: string): Facet => `tag:${slug}`;
const nameOf = (slug: string): string => asTitle(wordsOf(slug));

const byName = (a: CountedTag, b: CountedTag): number =>
  a.name.localeCompare(b.name, 'en') || a.slug.localeCompare(b.slug, 'en');
const comparers: Readonly<Record<TagSort, (a: CountedTag, b: CountedTag) => number>> = {
  popular: (a, b) => b.count - a.count || byName(a, b),
  name: byName,
  live: (a, b) => b.live - a.live || b.count - a.count || byName(a, b),
};

/** The letter under which a tag is listed; digits share one. */
const letterOf = ({ name }: CountedTag): string => (/^[A-Z]/.test(name) ? name[0]! : '#');

/** For each letter the page of its first tag, among tags sorted by name. */
function lettersOf(tags: readonly CountedTag[]): TagIndex['letters'] {
  const pages = new Map<string, number>();
  for (const [at, tag] of tags.toSorted(byName).entries())
    if (!pages.has(letterOf(tag))) pages.set(letterOf(tag), Math.floor(at / TAGS_PAGE_SIZE) + 1);
  return [...pages].map(([letter, page]) => ({ letter, page }));
}

/**
 * The approved tags that somebody has, counted in memory: exactly, without those who block the place of the reader, as
 * the lists that the tags lead to.
 */
export function makeTags(
  catalog: Catalog,
  { approvedTags, liveShowTags }: Pick<ListTerms, 'approvedTags' | 'liveShowTags'>,
) {
  const lately = makeCountedLately(() => catalog.size > COUNTED_EACH_TIME);
  /** Places that nobody blocks see the same. */
  const keyOf = (place: Place, section = ''): string =>
    [section, ...blockedAt(place).filter(catalog.has)].join(' ');
  const slugs = (): string[] =>
    catalog
      .facetsOf('tag')
      .map((facet) => facet.slice('tag:'.length))
      .filter((slug) => approvedTags.has(slug));
  const find = (place: Place, groups: readonly (readonly Facet[])[] = []): Found =>
    catalog.find({ groups, hide: [], place });

  /** The address of tags in the section where most performers have them. */
  const urlOf = (tags: readonly string[], countIn: (gender: Gender) => number): string => {
    const most = SECTIONS.toSorted((a, b) => countIn(genderOfSlug[b]) - countIn(genderOfSlug[a]))[0]!;
    return `/${most}/tag/${tags.join('/')}`;
  };

  const count = (place: Place, section?: GenderSlug): CountedTag[] => {
    const own: Facet[][] = section ? [[`gender:${genderOfSlug[section]}`]] : [];
    const all = find(place, own);
    const live = find(place, [...own, ['is:live']]);
    const sections = new Map(
      SECTIONS.map((slug) => [genderOfSlug[slug], find(place, [[`gender:${genderOfSlug[slug]}`]])]),
    );
    return slugs()
      .map((slug) => ({
        slug,
        name: nameOf(slug),
        count: all.count(facetOf(slug)),
        live: live.count(facetOf(slug)),
        url: section
          ? `/${section}/tag/${slug}`
          : urlOf([slug], (gender) => sections.get(gender)!.count(facetOf(slug))),
        category: liveShowTags.has(slug) ? LIVE_SHOW_TAGS : (categoryOf.get(slug) ?? OTHER_TAGS),
      }))
      .filter((tag) => tag.count > 0);
  };

  /** Two tags that the same performers have, those of the most first. */
  const pairs = (place: Place, tags: readonly CountedTag[]): TagIndex['combo'] => {
    const common = tags.toSorted(comparers.popular).slice(0, PAIRED);
    return common
      .flatMap(({ slug }, at) => {
        const both = find(place, [[facetOf(slug)]]);
        return common
          .slice(at + 1)
          .map(({ slug: slug2 }) => ({ slug, slug2, count: both.count(facetOf(slug2)) }));
      })
      .filter((pair) => pair.count > 0)
      .toSorted((a, b) => b.count - a.count || a.slug.localeCompare(b.slug) || a.slug2.localeCompare(b.slug2))
      .slice(0, PAIRS_MAX)
      .map((pair) => {
        const found = find(place, [[facetOf(pair.slug)], [facetOf(pair.slug2)]]);
        return { ...pair, url: urlOf([pair.slug, pair.slug2], (gender) => found.count(`gender:${gender}`)) };
      });
  };

  return {
    /** A page of all of them; empty past the end. */
    index({ page, sort }: { readonly page: number; readonly sort: TagSort }, place: Place): TagIndex {
      const tags = lately(keyOf(place), () => count(place));
      const from = (page - 1) * TAGS_PAGE_SIZE;
      return {
        combo: [...lately(`pairs ${keyOf(place)}`, () => pairs(place, tags))],
        tag_list: tags.toSorted(comparers[sort]).slice(from, from + TAGS_PAGE_SIZE),
        tag_count: tags.length,
        last_page: Math.max(1, Math.ceil(tags.length / TAGS_PAGE_SIZE)),
        letters: lettersOf(tags),
      };
    },
    /** Those of one section, all at once. @throws discovery.unknown_tag where there is no such section */
    ofSection(given: string, place: Place): SectionTags {
      const section = sectionNamed(given);
      if (!section) throw new AppError('discovery.unknown_tag');
      const tags = lately(keyOf(place, section), () => count(place, section)).toSorted(comparers.popular);
      const title = `${SECTION_NAMES[section]} tags`;
      return {
        tag_list: tags,
        tag_count: tags.length,
        gender: genderOfSlug[section],
        categories: CATEGORIES.map((name) => ({
          name,
          tags: tags.filter(({ category }) => category === name).map(({ slug }) => slug),
        })).filter((category) => category.tags.length > 0),
        seo: {
          breadcrumbList: [
            { name: 'Home', url: '/' },
            { name: 'Tags', url: '/tags' },
            { name: title, url: `/tags/${section}` },
          ],
          description: `What rooms of ${SECTION_NAMES[section].toLowerCase()} are about, by topic.`,
          footerHtml: '',
          h1: title,
          metaDescription: `Topics of live rooms: ${SECTION_NAMES[section].toLowerCase()}, with how many are live in each.`,
          metaTitle: title,
        },
      };
    },
  };
}

export type Tags = ReturnType<typeof makeTags>;
