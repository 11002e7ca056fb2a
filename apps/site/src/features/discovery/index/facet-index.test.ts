import { describe, expect, test } from 'vitest';
import { countBits, hasBit } from './bits.ts';
import { type Facet, makeFacetIndex } from './facet-index.ts';

const KINDS = { tag: 40, language: 6, gender: 4, rare: 400 } as const;

/** A repeatable sequence of numbers from 0 to 1. */
const makeDice = (seed: number) => {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};

describe('an index of facets', () => {
  test('answers as looking at everybody does, also after changes and beyond its first size (BROWSE-061)', () => {
    const dice = makeDice(7);
    const index = makeFacetIndex();
    const held = new Map<number, readonly Facet[]>();
    const facetOf = (): Facet => {
      const [kind, values] = Object.entries(KINDS)[Math.floor(dice() * 4)]!;
      return `${kind}:${Math.floor(dice() * values)}`;
    };
    const facets = (count: number) => Array.from({ length: count }, facetOf);
    for (let turn = 0; turn < 6_000; turn++) {
      const slot = Math.floor(dice() * 3_000);
      const has = dice() < 0.1 ? [] : facets(1 + Math.floor(dice() * 8));
      index.put(slot, has);
      held.set(slot, has);
      if (turn % 20 !== 0) continue;
      const groups = Array.from({ length: Math.floor(dice() * 3) }, () => facets(1 + Math.floor(dice() * 4)));
      const unwanted = facets(Math.floor(dice() * 2));
      const found = index.select(groups, unwanted);
      const expected = [...held].filter(
        ([, has]) =>
          has.length > 0 &&
          groups.every((group) => group.some((facet) => has.includes(facet))) &&
          !unwanted.some((facet) => has.includes(facet)),
      );
      expect(countBits(found)).toBe(expected.length);
      expect(expected.every(([one]) => hasBit(found, one))).toBe(true);
      // One by one, and, from some number on, by what each of them has, or each of the others.
      const countWith = index.counterOf(found);
      for (const counted of facets(12))
        expect(countWith(counted)).toBe(expected.filter(([, has]) => has.includes(counted)).length);
    }
  });

  test('knows the values of a kind that somebody has, and forgets those that nobody has any more', () => {
    const index = makeFacetIndex();
    index.put(0, ['tag:piano', 'gender:f']);
    index.put(1, ['tag:jazz']);
    expect(index.listOf('tag').toSorted()).toEqual(['tag:jazz', 'tag:piano']);
    index.put(1, []);
    expect(index.listOf('tag')).toEqual(['tag:piano']);
    expect(index.listOf('robots')).toEqual([]);
    expect(countBits(index.select([]))).toBe(1);
  });

  test('counts a facet once that is said twice of a slot', () => {
    const index = makeFacetIndex();
    for (let slot = 0; slot < 200; slot++) index.put(slot, ['tag:piano', 'tag:piano']);
    index.put(3, ['tag:piano', 'tag:piano', 'tag:jazz']);
    expect(index.counterOf(index.select([]))('tag:piano')).toBe(200);
    for (let slot = 0; slot < 200; slot++) index.put(slot, ['tag:jazz']);
    expect(index.counterOf(index.select([]))('tag:piano')).toBe(0);
    expect(index.listOf('tag')).toEqual(['tag:jazz']);
  });
});
