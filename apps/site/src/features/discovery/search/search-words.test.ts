import { describe, expect, test } from 'vitest';
import type { Facet } from '../index/facet-index.ts';
import { groupsOfTerm, normalTerm, slipsBetween } from './search-words.ts';

const known: readonly Facet[] = [
  'tag:piano',
  'tag:vinyl',
  'tag:guitar',
  'tag:late-night',
  'language:german',
  'region:asia',
  'country:ZA',
  'country:DE',
];
const facetsOf = (kind: string) => known.filter((facet) => facet.startsWith(`${kind}:`));
const groupsOf = (term: string) => groupsOfTerm(normalTerm(term), { facetsOf });

describe('slips between words', () => {
  test('are letters that are missing, too many, wrong or swapped, counted up to a bound', () => {
    for (const [one, other, slips] of [
      ['piano', 'piano', 0],
      ['pinao', 'piano', 1],
      ['pino', 'piano', 1],
      ['pianos', 'piano', 1],
      ['pisno', 'piano', 1],
      ['', 'ab', 2],
      ['chess', 'piano', 3],
    ] as const) {
      expect(slipsBetween(one, other, 2), one).toBe(slips);
      expect(slipsBetween(other, one, 2), one).toBe(slips);
    }
  });
});

describe('a search', () => {
  test('means tags, languages, regions, countries and genders, whole or word by word (BROWSE-006)', () => {
    expect(groupsOf('Piano')).toEqual([['tag:piano']]);
    expect(groupsOf('  #late   NIGHT ')).toEqual([['tag:late-night']]);
    expect(groupsOf('vinyl guitar')).toEqual([['tag:vinyl'], ['tag:guitar']]);
    expect(groupsOf('german piano')).toEqual([['language:german'], ['tag:piano']]);
    expect(groupsOf('South Africa')).toEqual([['country:ZA']]);
    expect(groupsOf('germany girls')).toEqual([['country:DE'], ['gender:f']]);
  });

  test('forgives slips in long words only, and never where a word fits as it is', () => {
    expect(groupsOf('pinao')).toEqual([['tag:piano']]);
    expect(groupsOf('gaurmen')).toBeUndefined();
    expect(groupsOf('girman vinyl')).toEqual([['language:german'], ['tag:vinyl']]);
    expect(groupsOf('pin')).toBeUndefined();
  });

  test('with a word that means nothing can only be a name', () => {
    expect(groupsOf('marlowe piano')).toBeUndefined();
    expect(groupsOf('constructor')).toBeUndefined();
    expect(groupsOf('')).toBeUndefined();
  });
});
