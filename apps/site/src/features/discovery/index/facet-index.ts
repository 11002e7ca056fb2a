import { addAll, type Bits, clearBit, hasBit, keepCommon, makeBits, setBit, takeOut } from './bits.ts';
import { makeCommonCounter } from './count-common.ts';
import { SlotList } from './slot-list.ts';
import { makeSpareBits } from './spare-bits.ts';

/** What somebody has, such as `tag:piano`: a kind and a value of it. */
export type Facet = `${string}:${string}`;

/** Who has what: for each facet the slots that have it. */
export interface FacetIndex {
  /** Says all that a slot has, in place of what it had; nothing takes it out of the index. */
  put(slot: number, facets: readonly Facet[]): void;
  /**
   * The slots that have one facet of each group, and none of the unwanted; without groups, all. The set is to be read
   * in this `turn` only.
   */
  select(groups: readonly (readonly Facet[])[], unwanted?: readonly Facet[]): Bits;
  /** Changes whenever sets that were selected are given away. */
  readonly turn: number;
  /** Counts, of a set that does not change any more, the slots that have a facet. */
  counterOf(bits: Bits): (facet: Facet) => number;
  /** Facets of a kind that somebody has, without order. */
  listOf(kind: string): readonly Facet[];
  has(facet: Facet): boolean;
  /** Room for so many slots; sets of the index have no fewer. */
  readonly slotCount: number;
}

const FIRST_SLOTS = 1_024;
/** Below this part of all slots a list of them is both smaller and quicker than a bit for each. */
const SPARSE_PART = 512;

/** The slots of one facet: few as a list, many as bits. */
type Posting = ({ readonly few: SlotList } | { bits: Bits; count: number }) & { readonly facet: Facet };

const kindOf = (facet: Facet): string => facet.slice(0, facet.indexOf(':'));

export function makeFacetIndex(): FacetIndex {
  let slotCount = FIRST_SLOTS;
  /** What each slot has; a facet is the same object everywhere, so that it is kept once. */
  const held: (readonly Facet[] | undefined)[] = [];
  const postings = new Map<Facet, Posting>();
  const byKind = new Map<string, Set<Facet>>();
  let everybody = makeBits(slotCount);
  const counter = makeCommonCounter();
  const spare = makeSpareBits();

  const grow = (bits: Bits): Bits => {
    const grown = makeBits(slotCount);
    grown.set(bits);
    return grown;
  };
  const makeRoomFor = (slot: number): void => {
    if (slot < slotCount) return;
    while (slotCount <= slot) slotCount *= 2;
    everybody = grow(everybody);
    for (const posting of postings.values()) if ('bits' in posting) posting.bits = grow(posting.bits);
  };
  const addFirst = (facet: Facet): Posting => {
    const posting = { facet, few: new SlotList() };
    postings.set(facet, posting);
    const kind = kindOf(facet);
    byKind.set(kind, (byKind.get(kind) ?? new Set()).add(facet));
    return posting;
  };
  /** @returns the facet as it is kept */
  const add = (given: Facet, slot: number): Facet => {
    const posting = postings.get(given) ?? addFirst(given);
    const { facet } = posting;
    if ('bits' in posting) {
      if (!hasBit(posting.bits, slot)) posting.count += 1;
      setBit(posting.bits, slot);
      return facet;
    }
    posting.few.add(slot);
    if (posting.few.size <= slotCount / SPARSE_PART) return facet;
    const bits = makeBits(slotCount);
    for (const one of posting.few.values) setBit(bits, one);
    postings.set(facet, { facet, bits, count: posting.few.size });
    return facet;
  };
  const drop = (facet: Facet, slot: number): void => {
    const posting = postings.get(facet)!;
    if ('bits' in posting) {
      clearBit(posting.bits, slot);
      posting.count -= 1;
    } else posting.few.drop(slot);
    if (('bits' in posting ? posting.count : posting.few.size) > 0) return;
    postings.delete(facet);
    byKind.get(kindOf(facet))!.delete(facet);
  };
  const addPosting = (into: Bits, facet: Facet): void => {
    const posting = postings.get(facet);
    if (!posting) return;
    if ('bits' in posting) addAll(into, posting.bits);
    else for (const slot of posting.few.values) setBit(into, slot);
  };
  const keepPosting = (into: Bits, facets: readonly Facet[]): void => {
    const only = facets.length === 1 ? postings.get(facets[0]!) : undefined;
    if (only && 'bits' in only) return keepCommon(into, only.bits);
    const bits = spare.take(slotCount).fill(0);
    for (const facet of facets) addPosting(bits, facet);
    keepCommon(into, bits);
  };
  const takeOutPosting = (from: Bits, facet: Facet): void => {
    const posting = postings.get(facet);
    if (!posting) return;
    if ('bits' in posting) takeOut(from, posting.bits);
    else for (const slot of posting.few.values) clearBit(from, slot);
  };

  return {
    put(slot, facets) {
      makeRoomFor(slot);
      const had = held[slot] ?? [];
      const wanted = new Set(facets);
      for (const facet of had) if (!wanted.has(facet)) drop(facet, slot);
      held[slot] = facets.length === 0 ? undefined : [...wanted].map((facet) => add(facet, slot));
      if (wanted.size > 0) setBit(everybody, slot);
      else clearBit(everybody, slot);
    },
    select(groups, unwanted = []) {
      const found = spare.take(slotCount);
      found.set(everybody);
      for (const group of groups) keepPosting(found, group);
      for (const facet of unwanted) takeOutPosting(found, facet);
      return found;
    },
    counterOf(bits) {
      const countWith = counter.of(bits);
      return (facet) => {
        const posting = postings.get(facet);
        if (!posting) return 0;
        if ('bits' in posting) return countWith(posting.bits);
        let count = 0;
        for (const slot of posting.few.values) if (hasBit(bits, slot)) count += 1;
        return count;
      };
    },
    listOf: (kind) => [...(byKind.get(kind) ?? [])],
    has: (facet) => postings.has(facet),
    get turn() {
      return spare.turn;
    },
    get slotCount() {
      return slotCount;
    },
  };
}
