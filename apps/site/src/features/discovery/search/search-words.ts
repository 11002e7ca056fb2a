import { genderOfSlug, genderSlug } from '@klieg/contract';
import type { Facet } from '../index/facet-index.ts';

/** How many letters may be mistyped in a word of that length. */
const slipsIn = (word: string): number => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

/**
 * Letters that must be added, taken out, changed or swapped with their neighbour to make one word of the other; stops
 * counting above the bound (optimal string alignment).
 */
export function slipsBetween(one: string, other: string, bound: number): number {
  if (Math.abs(one.length - other.length) > bound) return bound + 1;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      let cost = Math.min(last[j]! + 1, next[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        cost = Math.min(cost, before[j - 2]! + 1);
      next.push(cost);
    }
    if (Math.min(...next) > bound) return bound + 1;
    before = last;
    last = next;
  }
  return last[other.length]!;
}

const REGION_NAMES = new Intl.DisplayNames('en', { type: 'region' });
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Countries by their English names, in small letters. */
const COUNTRIES = new Map(
  LETTERS.flatMap((one) => LETTERS.map((two) => one + two)).flatMap((code) => {
    const name = REGION_NAMES.of(code);
    return name === undefined || name === code ? [] : [[name.toLowerCase(), code] as const];
  }),
);

/** What a word is in lists: tags, languages and regions that somebody has, and genders. */
export interface KnownWords {
  readonly facetsOf: (kind: 'tag' | 'language' | 'region' | 'country') => readonly Facet[];
}

function exactFacets(word: string, { facetsOf }: KnownWords): Facet[] {
  const slug = word.replaceAll(' ', '-');
  const country = COUNTRIES.get(word);
  const section = genderSlug.safeParse(word).data;
  const known: Facet[] = [`tag:${slug}`, `language:${slug}`, `region:${slug}`];
  return [
    ...known.filter((facet) => facetsOf(facet.split(':')[0] as 'tag').includes(facet)),
    ...(country && facetsOf('country').includes(`country:${country}`) ? [`country:${country}` as const] : []),
    ...(section ? [`gender:${genderOfSlug[section]}` as const] : []),
  ];
}

/** The tags and languages that a word with a slip may mean, the nearest only. */
function nearFacets(word: string, { facetsOf }: KnownWords): Facet[] {
  const bound = slipsIn(word);
  if (bound === 0) return [];
  const near = [...facetsOf('tag'), ...facetsOf('language')]
    .map((facet) => ({ facet, slips: slipsBetween(word, facet.slice(facet.indexOf(':') + 1), bound) }))
    .filter(({ slips }) => slips <= bound);
  const least = Math.min(...near.map(({ slips }) => slips));
  return near.filter(({ slips }) => slips === least).map(({ facet }) => facet);
}

/**
 * The facets of a search: of the whole term, or of each word; with typos only where no word matches exactly. Undefined
 * where a word matches nothing, so that it can only be a name.
 */
export function groupsOfTerm(term: string, known: KnownWords): readonly (readonly Facet[])[] | undefined {
  const whole = exactFacets(term, known);
  if (whole.length > 0) return [whole];
  const words = term.split(' ');
  const exact = words.map((word) => exactFacets(word, known));
  if (exact.every((facets) => facets.length > 0)) return exact;
  const near = words.map((word, at) => (exact[at]!.length > 0 ? exact[at]! : nearFacets(word, known)));
  return near.every((facets) => facets.length > 0) ? near : undefined;
}

/** A search without irrelevant differences: capitals and extra blanks. */
export const normalTerm = (term: string): string =>
  term.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ').replace(/^#/, '');
