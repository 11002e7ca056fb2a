import { callsByFeature, type UserCard } from '@klieg/contract';
import { regionOf } from '@klieg/contract/features/discovery/places';
import type { KeptFilters } from '../discovery/index.ts';

/* What is kept of a search, and by what a performer who may fit is found. Pure. */

/** What a room does at the moment: who is told of somebody who goes live waits for no more than that. */
const STATES: ReadonlySet<string> = new Set(['is-live', 'is-spy', 'is-ticket', 'is-group', 'is-standby']);
/** Of searches that name neither topic nor language nor region. */
const ANYBODY = 'any';

/** The filters of an address's query; undefined where it has none, or is none. */
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

/** Whether words are looked for, which no saved search can keep. */
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

/** Of these facets whoever fits has one at least: of the field that the fewest performers share. */
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
