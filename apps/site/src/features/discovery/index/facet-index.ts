import { addAll, type Bits, clearBit, hasBit, keepCommon, setBit, takeOut } from './bits.ts';
import { type BitsRoom, makeBitsRoom, STEP_SLOTS } from './bits-room.ts';
import type { Facet } from './facet.ts';
import { FacetRows } from './facet-rows.ts';
import { makeKeptCounts, type Selection } from './kept-counts.ts';
import { SlotList } from './slot-list.ts';
import { makeSpareBits } from './spare-bits.ts';

export type { Facet } from './facet.ts';

/** How many of a set have each of these facets. Asking for many at once is faster. */
export type FacetCounter = (facets: readonly Facet[]) => number[];

/** Which slots have which facets. */
export interface FacetIndex {
  /** Replaces everything a slot has; an empty list removes it from the index. */
  put(slot: number, facets: readonly Facet[]): void;
  /**
   * The slots that have one facet of each group, and none of the unwanted; without groups, all. The set may only be
   * read in this `turn`.
   */
  select(groups: Selection['groups'], unwanted?: Selection['unwanted']): Bits;
  /** Changes whenever sets that were selected are given away. */
  readonly turn: number;
  /** How many slots are in a set. */
  sizeOf(bits: Bits): number;
  /**
   * Counts the slots of an unchanging set that have each of some facets, in order.
   * @param selection by what the set was just selected, if nothing else was done with it
   */
  counterOf(bits: Bits, selection?: Selection): FacetCounter;
  /** Facets of a kind that somebody has, without order. */
  listOf(kind: string): readonly Facet[];
  has(facet: Facet): boolean;
  /** Room for this many slots; sets of the index have at least as many. */
  readonly slotCount: number;
}

const FIRST_SLOTS = 1_024;
/** Growth factor: unused slots also cost time in every answer. */
const GROWTH = 1.25;
/** Below this fraction of all slots, a list is both smaller and faster than a bit for each. */
const SPARSE_PART = 512;
/**
 * Reading everything that one slot has takes as long as comparing this many slots of two sets (15 reads in the time of
 * one facet among half a million slots, measured). So a few slots are read for many facets, and many slots compared for
 * a few.
 */
const LOOK_SLOTS = 35_000;
/** Counts of this many facets at once are kept for the next caller: smaller ones are as quick to compute. */
const KEPT_FROM = 32;

/** The slots of one facet: a few as a list, many as bits. */
interface Posting {
  readonly facet: Facet;
  /** Its index among counts of all facets. */
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
  /** Unused numbers. */
  const free: number[] = [];
  const byNumber: Posting[] = [];
  return {
    numbered: (number: number): Posting => byNumber[number]!,
    of: (facet: Facet): Posting | undefined => byFacet.get(facet),
    all: () => byFacet.values(),
    listOf: (kind: string): readonly Facet[] => [...(byKind.get(kind) ?? [])],
    get numbers() {
      return byNumber.length;
    },
    add(facet: Facet): Posting {
      const number = free.pop() ?? byNumber.length;
      const posting: Posting = { facet, number, few: new SlotList(), bits: undefined, count: 0 };
      byNumber[number] = posting;
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
  let room = makeBitsRoom(FIRST_SLOTS);
  /** What each slot has, by numbers of postings. */
  const rows = new FacetRows();
  const postings = makePostings();
  let everybody = room.make();
  let everybodyCount = 0;
  const spare = makeSpareBits();
  const kept = makeKeptCounts((facet) => postings.of(facet) !== undefined);
  /** How often a slot has got other facets. */
  let changes = 0;

  const makeRoomFor = (slot: number): void => {
    if (slot < room.slotCount) return;
    let slotCount = room.slotCount;
    while (slotCount <= slot) slotCount = Math.ceil((slotCount * GROWTH) / STEP_SLOTS) * STEP_SLOTS;
    room = makeBitsRoom(slotCount);
    everybody = copyInto(room, everybody);
    for (const posting of postings.all()) if (posting.bits) posting.bits = copyInto(room, posting.bits);
  };
  const add = (facet: Facet, slot: number): number => {
    const posting = postings.of(facet) ?? postings.add(facet);
    if (posting.bits) {
      if (!hasBit(posting.bits, slot)) posting.count += 1;
      setBit(posting.bits, slot);
      return posting.number;
    }
    posting.few.add(slot);
    posting.count = posting.few.size;
    if (posting.count <= room.slotCount / SPARSE_PART) return posting.number;
    posting.bits = room.make();
    for (const one of posting.few.values) setBit(posting.bits, one);
    posting.few = new SlotList();
    return posting.number;
  };
  const drop = (posting: Posting, slot: number): void => {
    if (posting.bits) clearBit(posting.bits, slot);
    else posting.few.drop(slot);
    posting.count -= 1;
    if (posting.count > 0) return;
    if (posting.bits) room.giveBack(posting.bits);
    postings.drop(posting);
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
    const bits = spare.take(room).fill(0);
    for (const facet of facets) addPosting(bits, facet);
    keepCommon(into, bits);
  };
  const takeOutPosting = (from: Bits, facet: Facet): void => {
    const posting = postings.of(facet);
    if (!posting) return;
    if (posting.bits) takeOut(from, posting.bits);
    else for (const slot of posting.few.values) clearBit(from, slot);
  };
  const countOne = (bits: Bits, posting: Posting): number => {
    if (posting.bits) return room.countCommon(posting.bits, bits);
    let count = 0;
    for (const slot of posting.few.values) if (hasBit(bits, slot)) count += 1;
    return count;
  };
  /** Counts by what each slot of the set has, or each of the others where those are fewer. */
  const tally = (bits: Bits, total: number): ((posting: Posting) => number) => {
    const counts = new Uint32Array(postings.numbers);
    if (total <= everybodyCount - total) {
      rows.tally(bits, counts);
      return ({ number }) => counts[number] ?? 0;
    }
    const others = spare.take(room);
    others.set(everybody);
    takeOut(others, bits);
    rows.tally(others, counts);
    return ({ number, count }) => count - (counts[number] ?? 0);
  };
  const makeCounter = (bits: Bits, selection?: Selection): FacetCounter => {
    let asked = 0;
    let total: number | undefined;
    let countTallied: ReturnType<typeof tally> | undefined;
    const selectedAt = changes;
    /** Whether reading all slots of the set, or all others, is faster than all facets so far. */
    const isLookedAt = (): boolean => {
      total ??= room.countCommon(bits, bits);
      return Math.min(total, everybodyCount - total) * LOOK_SLOTS < asked * room.slotCount;
    };
    return (facets) => {
      asked += facets.length;
      if (!countTallied && isLookedAt()) countTallied = tally(bits, total!);
      const find = countTallied ?? ((posting: Posting) => countOne(bits, posting));
      // Changes since the set was selected are in kept counts, but not in the set.
      const isKept = facets.length >= KEPT_FROM && !countTallied && selectedAt === changes;
      const known = selection && isKept ? kept.of(selection) : undefined;
      return facets.map((facet) => {
        const before = known?.get(facet);
        if (before !== undefined) return before;
        const posting = postings.of(facet);
        const count = posting ? find(posting) : 0;
        known?.set(facet, count);
        return count;
      });
    };
  };
  const putOther = (slot: number, before: ReadonlySet<Facet>, after: ReadonlySet<Facet>): void => {
    changes += 1;
    kept.changed(before, after);
    for (const facet of before) if (!after.has(facet)) drop(postings.of(facet)!, slot);
    const row = Array.from(after, (facet) => add(facet, slot));
    rows.put(slot, row);
    everybodyCount += Number(row.length > 0) - Number(hasBit(everybody, slot));
    if (row.length > 0) setBit(everybody, slot);
    else clearBit(everybody, slot);
  };

  return {
    put(slot, facets) {
      makeRoomFor(slot);
      const before = new Set(Array.from(rows.of(slot), (number) => postings.numbered(number).facet));
      const after = new Set(facets);
      if (before.size !== after.size || !facets.every((one) => before.has(one)))
        putOther(slot, before, after);
    },
    select(groups, unwanted = []) {
      const found = spare.take(room);
      found.set(everybody);
      for (const group of groups) keepPosting(found, group);
      for (const facet of unwanted) takeOutPosting(found, facet);
      return found;
    },
    sizeOf: (bits) => room.countCommon(bits, bits),
    counterOf: makeCounter,
    listOf: postings.listOf,
    has: (facet) => postings.of(facet) !== undefined,
    get turn() {
      return spare.turn;
    },
    get slotCount() {
      return room.slotCount;
    },
  };
}

function copyInto(room: BitsRoom, bits: Bits): Bits {
  const copy = room.make();
  copy.set(bits);
  return copy;
}
