import type { Facet } from './facet.ts';

/** What a set was selected by. */
export interface Selection {
  /** One facet of each group is wanted. */
  readonly groups: readonly (readonly Facet[])[];
  readonly unwanted: readonly Facet[];
}

/**
 * Counts of the sets that were asked for last, which follow each change of a slot: most visitors ask for the same few
 * sets, and comparing a large one with some hundred facets takes longer than all else that they are answered.
 */
export interface KeptCounts {
  /** The known counts of a selection, by facet; callers add what they compute. */
  of(selection: Selection): Map<Facet, number>;
  /** A slot has other facets now. */
  changed(before: ReadonlySet<Facet>, after: ReadonlySet<Facet>): void;
}

interface Kept extends Selection {
  readonly counts: Map<Facet, number>;
}

const KEPT_MAX = 256;

const isIn = ({ groups, unwanted }: Selection, has: ReadonlySet<Facet>): boolean =>
  has.size > 0 &&
  groups.every((group) => group.some((facet) => has.has(facet))) &&
  !unwanted.some((facet) => has.has(facet));

/** @param isHad whether somebody has a facet */
export function makeKeptCounts(isHad: (facet: Facet) => boolean): KeptCounts {
  /** By their selection, the most recently requested last. */
  const kept = new Map<string, Kept>();
  /** Unwanted facets that nobody had; with them each place of a reader would be a selection of its own. */
  const leftOut = new Set<Facet>();

  const add = (counts: Map<Facet, number>, facets: Iterable<Facet>, change: number): void => {
    for (const facet of facets) {
      const count = counts.get(facet);
      if (count !== undefined) counts.set(facet, count + change);
    }
  };

  return {
    of({ groups, unwanted }) {
      const had = unwanted.filter(isHad);
      for (const facet of unwanted) if (!isHad(facet)) leftOut.add(facet);
      const key = JSON.stringify([groups, had]);
      const one = kept.get(key) ?? { groups, unwanted: had, counts: new Map<Facet, number>() };
      kept.delete(key);
      kept.set(key, one);
      const [oldest] = kept.keys();
      if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
      return one.counts;
    },
    changed(before, after) {
      if (kept.size === 0) return;
      const lost = [...before].filter((facet) => !after.has(facet));
      const gained = [...after].filter((facet) => !before.has(facet));
      if (gained.some((facet) => leftOut.has(facet))) {
        // From now on some selections lack somebody who is in their known counts.
        kept.clear();
        leftOut.clear();
        return;
      }
      for (const one of kept.values()) {
        const [was, is] = [isIn(one, before), isIn(one, after)];
        if (was) add(one.counts, is ? lost : before, -1);
        if (is) add(one.counts, was ? gained : after, 1);
      }
    },
  };
}
