import { callsByFeature, type UserCard } from '@klieg/contract';
import { regionOf } from '@klieg/contract/features/discovery/places';
import type { KeptFilters } from '../discovery/index.ts';

/* What is stored of a search, and how a matching performer is found. Pure. */

/** What a room is doing at the moment: a notice about somebody going live waits for nothing more. */
const STATES: ReadonlySet<string> = new Set(['is-live', 'is-spy', 'is-ticket', 'is-group', 'is-standby']);
/** Of searches that name neither topic nor language nor region. */
const ANYBODY = 'any';

/** The filters of an address's query; undefined if it has none, or is invalid. */
export function filtersOf(query: string): KeptFilters | undefined {
  const params = Object.fromEntries(new URLSearchParams(query));
  const known = ['lang', 'tag', 'rate', 'region', 'gender-hide'];
  const asked = Object.fromEntries(Object.entries(params).filter(([name]) => known.includes(name)));
  const read = callsByFeature.discovery.browseFiltered.query.safeParse(asked);
  if (!read.success) return undefined;
  const { lang, tag, rate, region, 'gender-hide': hide = [] } = read.data;
  const filters = { lang, tag: tag.filter((word) => !STATES.has(word)), rate, region, hide };
  return Object.values(filters).some((values) => values.length > 0) ? filters : undefined;
}

/** Whether the query contains words, which no saved search can store. */
export const hasWords = (query: string): boolean => Boolean(new URLSearchParams(query).get('q')?.trim());

/** The one form of a query. */
export function queryOf({ lang, tag, rate, region, hide }: KeptFilters): string {
  const fields = { lang, tag, rate, region, 'gender-hide': hide };
  return Object.entries(fields)
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => `${name}=${values.toSorted().map(encodeURIComponent).join(',')}`)
    .join('&');
}

const isTopic = (word: string): boolean => !word.startsWith('is-') && !word.startsWith('age-');

/** A match has at least one of these facets: those of the field that the fewest performers share. */
export function anchorsOf({ tag, lang, region }: KeptFilters): readonly string[] {
  const topics = tag.filter(isTopic).map((word) => `tag:${word}`);
  if (topics.length > 0) return topics;
  if (lang.length > 0) return lang.map((word) => `language:${word}`);
  if (region.length > 0) return region.map((word) => `region:${word}`);
  return [ANYBODY];
}

/** The anchors of searches that a performer may fit. */
export function anchorsFor(card: Pick<UserCard, 'tags' | 'languages' | 'region' | 'country_code'>): string[] {
  const region = card.region ?? regionOf(card.country_code);
  return [
    ANYBODY,
    ...card.tags.map((word) => `tag:${word}`),
    ...card.languages.map((word) => `language:${word}`),
    ...(region ? [`region:${region}`] : []),
  ];
}
