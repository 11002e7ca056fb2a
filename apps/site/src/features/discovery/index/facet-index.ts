import {
  addAll,
  type Bits,
  clearBit,
  countBits,
  eachBit,
  hasBit,
  keepCommon,
  makeBits,
  setBit,
  takeOut,
} from './bits.ts';
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
/** Room grows by so much: what is free is gone through with every answer as well. */
const GROWTH = 1.25;
/** Slots come in steps of what is counted at once. */
const STEP_SLOTS = 128;
/** Below this part of all slots a list of them is both smaller and quicker than a bit for each. */
const SPARSE_PART = 512;
/** Of so few slots it is quicker to look at what each has than to look for them in every facet, */
const TALLIED_MAX = 2_000;
/** where more than so many facets are asked for. */
const TALLIED_FROM = 8;

/** The slots of one facet: few as a list, many as bits. */
interface Posting {
  readonly facet: Facet;
  /** Its place among counts of all facets. */
  readonly number: number;
  few: SlotList;
  /** In place of the list, with how many are set. */
  bits: Bits | undefined;
  count: number;
}

const kindOf = (facet: Facet): string => facet.slice(0, facet.indexOf(':'));

/** All facets that somebody has, by their names and kinds. */
function makePostings() {
  const byFacet = new Map<Facet, Posting>();
  const byKind = new Map<string, Set<Facet>>();
  /** Numbers that nobody has any more. */
  const free: number[] = [];
  let numbers = 0;
  return {
    of: (facet: Facet): Posting | undefined => byFacet.get(facet),
    all: () => byFacet.values(),
    listOf: (kind: string): readonly Facet[] => [...(byKind.get(kind) ?? [])],
    get numbers() {
      return numbers;
    },
    add(facet: Facet): Posting {
      const number = free.pop() ?? numbers++;
      const posting: Posting = { facet, number, few: new SlotList(), bits: undefined, count: 0 };
      byFacet.set(facet, posting);
      const kind = kindOf(facet);
      byKind.set(kind, (byKind.get(kind) ?? new Set()).add(facet));
      return posting;
    },
    drop({ facet, number }: Posting): void {
      byFacet.delete(facet);
      byKind.get(kindOf(facet))!.delete(facet);
      free.push(number);
    },
  };
}

export function makeFacetIndex(): FacetIndex {
  let slotCount = FIRST_SLOTS;
  /** What each slot has. */
  const held: (readonly Posting[] | undefined)[] = [];
  const postings = makePostings();
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
    while (slotCount <= slot) slotCount = Math.ceil((slotCount * GROWTH) / STEP_SLOTS) * STEP_SLOTS;
    everybody = grow(everybody);
    for (const posting of postings.all()) if (posting.bits) posting.bits = grow(posting.bits);
  };
  const add = (facet: Facet, slot: number): Posting => {
    const posting = postings.of(facet) ?? postings.add(facet);
    if (posting.bits) {
      if (!hasBit(posting.bits, slot)) posting.count += 1;
      setBit(posting.bits, slot);
      return posting;
    }
    posting.few.add(slot);
    posting.count = posting.few.size;
    if (posting.count <= slotCount / SPARSE_PART) return posting;
    posting.bits = makeBits(slotCount);
    for (const one of posting.few.values) setBit(posting.bits, one);
    posting.few = new SlotList();
    return posting;
  };
  const drop = (posting: Posting, slot: number): void => {
    if (posting.bits) clearBit(posting.bits, slot);
    else posting.few.drop(slot);
    posting.count -= 1;
    if (posting.count === 0) postings.drop(posting);
  };
  const addPosting = (into: Bits, facet: Facet): void => {
    const posting = postings.of(facet);
    if (!posting) return;
    if (posting.bits) addAll(into, posting.bits);
    else for (const slot of posting.few.values) setBit(into, slot);
  };
  const keepPosting = (into: Bits, facets: readonly Facet[]): void => {
    const only = facets.length === 1 ? postings.of(facets[0]!) : undefined;
    if (only?.bits) return keepCommon(into, only.bits);
    const bits = spare.take(slotCount).fill(0);
    for (const facet of facets) addPosting(bits, facet);
    keepCommon(into, bits);
  };
  const takeOutPosting = (from: Bits, facet: Facet): void => {
    const posting = postings.of(facet);
    if (!posting) return;
    if (posting.bits) takeOut(from, posting.bits);
    else for (const slot of posting.few.values) clearBit(from, slot);
  };
  /** How many of these few slots have each facet, by its number. */
  const tally = (bits: Bits): Uint32Array => {
    const counts = new Uint32Array(postings.numbers);
    eachBit(bits, (slot) => {
      for (const { number } of held[slot]!) counts[number]! += 1;
    });
    return counts;
  };

  return {
    put(slot, facets) {
      makeRoomFor(slot);
      const wanted = new Set(facets);
      for (const posting of held[slot] ?? []) if (!wanted.has(posting.facet)) drop(posting, slot);
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
      let asked = 0;
      let counts: Uint32Array | undefined;
      return (facet) => {
        const posting = postings.of(facet);
        if (!posting) return 0;
        if (++asked === TALLIED_FROM && countBits(bits) <= TALLIED_MAX) counts = tally(bits);
        if (counts) return counts[posting.number] ?? 0;
        if (posting.bits) return countWith(posting.bits);
        let count = 0;
        for (const slot of posting.few.values) if (hasBit(bits, slot)) count += 1;
        return count;
      };
    },
    listOf: postings.listOf,
    has: (facet) => postings.of(facet) !== undefined,
    get turn() {
      return spare.turn;
    },
    get slotCount() {
      return slotCount;
    },
  };
}
