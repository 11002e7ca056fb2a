import { isFullRun } from '@klieg/testing/run-length';
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
  test.runIf(isFullRun)(
    'answers as looking at everybody does, also after changes and beyond its first size (BROWSE-061)',
    () => {
      const dice = makeDice(7);
      const index = makeFacetIndex();
      const held = new Map<number, readonly Facet[]>();
      const facetOf = (): Facet => {
        const [kind, values] = Object.entries(KINDS)[Math.floor(dice() * 4)]!;
        return `${kind}:${Math.floor(dice() * values)}`;
      };
      const facets = (count: number) => Array.from({ length: count }, facetOf);
      const everyFacet = Object.entries(KINDS).flatMap(([kind, values]) =>
        Array.from({ length: values }, (_, value): Facet => `${kind}:${value}`),
      );
      for (let turn = 0; turn < 6_000; turn++) {
        const slot = Math.floor(dice() * 3_000);
        const has = dice() < 0.1 ? [] : facets(1 + Math.floor(dice() * 8));
        index.put(slot, has);
        held.set(slot, has);
        if (turn % 20 !== 0) continue;
        const groups = Array.from({ length: Math.floor(dice() * 3) }, () =>
          facets(1 + Math.floor(dice() * 4)),
        );
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
        // One by one, and, where many are asked for, by what each of them has, or each of the others.
        const countWith = index.counterOf(found);
        const numberOf = new Map<Facet, number>();
        for (const [, has] of expected)
          for (const one of new Set(has)) numberOf.set(one, (numberOf.get(one) ?? 0) + 1);
        for (const counted of facets(12)) expect(countWith([counted])).toEqual([numberOf.get(counted) ?? 0]);
        const counts = everyFacet.map((one) => numberOf.get(one) ?? 0);
        expect(countWith(everyFacet)).toEqual(counts);
        expect(index.counterOf(found, { groups, unwanted })(everyFacet)).toEqual(counts);
      }
    },
  );

  /** A site of two genders, in which somebody has, loses and gets again what others do not want to see. */
  test('keeps counts of sets that are asked for again, and they follow every change (BROWSE-057)', () => {
    const dice = makeDice(11);
    const index = makeFacetIndex();
    const held = new Map<number, readonly Facet[]>();
    const SLOTS = 600;
    const tags = Array.from({ length: 60 }, (_, at): Facet => `tag:${at}`);
    const pick = <T>(all: readonly T[]): T => all[Math.floor(dice() * all.length)]!;
    const put = (slot: number, has: readonly Facet[]) => {
      index.put(slot, has);
      held.set(slot, has);
    };
    const someone = (): readonly Facet[] => [
      pick(['gender:f', 'gender:m'] as const),
      ...Array.from({ length: 5 }, () => pick(tags)),
      ...(dice() < 0.002 ? (['blocks:FR'] as const) : []),
    ];
    for (let slot = 0; slot < SLOTS; slot++) put(slot, someone());
    const selections = [
      { groups: [], unwanted: [] },
      { groups: [['gender:f']], unwanted: ['blocks:FR'] },
      { groups: [['gender:m'], ['tag:1', 'tag:2']], unwanted: ['gender:f', 'blocks:DE'] },
    ] satisfies { groups: Facet[][]; unwanted: Facet[] }[];
    const expectCounts = ({ groups, unwanted }: (typeof selections)[number]): void => {
      const numbers = new Map<Facet, number>();
      for (const has of held.values()) {
        const isFound =
          has.length > 0 &&
          groups.every((group) => group.some((facet: Facet) => has.includes(facet))) &&
          !unwanted.some((facet) => has.includes(facet));
        if (isFound) for (const one of new Set(has)) numbers.set(one, (numbers.get(one) ?? 0) + 1);
      }
      const counter = index.counterOf(index.select(groups, unwanted), { groups, unwanted });
      expect(counter(tags)).toEqual(tags.map((tag) => numbers.get(tag) ?? 0));
    };
    for (let turn = 0; turn < 400; turn++) {
      expectCounts(pick(selections));
      put(Math.floor(dice() * SLOTS), dice() < 0.1 ? [] : someone());
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
    expect(index.counterOf(index.select([]))(['tag:piano'])).toEqual([200]);
    for (let slot = 0; slot < 200; slot++) index.put(slot, ['tag:jazz']);
    expect(index.counterOf(index.select([]))(['tag:piano'])).toEqual([0]);
    expect(index.listOf('tag')).toEqual(['tag:jazz']);
  });
});
