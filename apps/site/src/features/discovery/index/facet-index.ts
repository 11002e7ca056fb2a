import {
  addAll,
  type Bits,
  clearBit,
  countCommon,
  hasBit,
  keepCommon,
  makeBits,
  setBit,
  takeOut,
} from './bits.ts';

/** What somebody has, such as `tag:piano`: a kind and a value of it. */
export type Facet = `${string}:${string}`;

/** Who has what: for each facet the slots that have it. */
export interface FacetIndex {
  /** Says all that a slot has, in place of what it had; nothing takes it out of the index. */
  put(slot: number, facets: readonly Facet[]): void;
  /** The slots that have one facet of each group, and none of the unwanted; without groups, all. */
  select(groups: readonly (readonly Facet[])[], unwanted?: readonly Facet[]): Bits;
  /** Slots of a set that have the facet. */
  countIn(bits: Bits, facet: Facet): number;
  /** Facets of a kind that somebody has, without order. */
  listOf(kind: string): readonly Facet[];
  /** Room for so many slots; sets of the index have no fewer. */
  readonly slotCount: number;
}

const FIRST_SLOTS = 1_024;
/** Below this part of all slots a list of them is smaller than a bit for each. */
const SPARSE_PART = 64;

/** The slots of one facet: few as a list, many as bits. */
type Posting = { readonly few: Set<number> } | { bits: Bits; count: number };

const kindOf = (facet: Facet): string => facet.slice(0, facet.indexOf(':'));

export function makeFacetIndex(): FacetIndex {
  let slotCount = FIRST_SLOTS;
  const held: (readonly Facet[])[] = [];
  const postings = new Map<Facet, Posting>();
  const byKind = new Map<string, Set<Facet>>();
  let everybody = makeBits(slotCount);

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
  const add = (facet: Facet, slot: number): void => {
    const posting = postings.get(facet);
    if (!posting) {
      postings.set(facet, { few: new Set([slot]) });
      const kind = kindOf(facet);
      byKind.set(kind, (byKind.get(kind) ?? new Set()).add(facet));
    } else if ('bits' in posting) {
      if (!hasBit(posting.bits, slot)) posting.count += 1;
      setBit(posting.bits, slot);
    } else {
      posting.few.add(slot);
      if (posting.few.size <= slotCount / SPARSE_PART) return;
      const bits = makeBits(slotCount);
      for (const one of posting.few) setBit(bits, one);
      postings.set(facet, { bits, count: posting.few.size });
    }
  };
  const drop = (facet: Facet, slot: number): void => {
    const posting = postings.get(facet)!;
    if ('bits' in posting) {
      clearBit(posting.bits, slot);
      posting.count -= 1;
    } else posting.few.delete(slot);
    if (('bits' in posting ? posting.count : posting.few.size) > 0) return;
    postings.delete(facet);
    byKind.get(kindOf(facet))!.delete(facet);
  };
  const addPosting = (into: Bits, facet: Facet): void => {
    const posting = postings.get(facet);
    if (!posting) return;
    if ('bits' in posting) addAll(into, posting.bits);
    else for (const slot of posting.few) setBit(into, slot);
  };
  const union = (facets: readonly Facet[]): Bits => {
    const bits = makeBits(slotCount);
    for (const facet of facets) addPosting(bits, facet);
    return bits;
  };

  return {
    put(slot, facets) {
      makeRoomFor(slot);
      const wanted = new Set(facets);
      const had = new Set(held[slot] ?? []);
      for (const facet of had) if (!wanted.has(facet)) drop(facet, slot);
      for (const facet of wanted) if (!had.has(facet)) add(facet, slot);
      held[slot] = [...wanted];
      if (wanted.size > 0) setBit(everybody, slot);
      else clearBit(everybody, slot);
    },
    select(groups, unwanted = []) {
      const found = everybody.slice();
      for (const group of groups) keepCommon(found, union(group));
      for (const facet of unwanted) takeOut(found, union([facet]));
      return found;
    },
    countIn(bits, facet) {
      const posting = postings.get(facet);
      if (!posting) return 0;
      if ('bits' in posting) return countCommon(bits, posting.bits);
      let count = 0;
      for (const slot of posting.few) if (hasBit(bits, slot)) count += 1;
      return count;
    },
    listOf: (kind) => [...(byKind.get(kind) ?? [])],
    get slotCount() {
      return slotCount;
    },
  };
}
