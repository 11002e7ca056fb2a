import { addAll, type Bits, clearBit, hasBit, keepCommon, setBit, takeOut } from './bits.ts';
import { type BitsRoom, makeBitsRoom, STEP_SLOTS } from './bits-room.ts';
import { FacetRows } from './facet-rows.ts';
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
  /** How many slots are in a set. */
  sizeOf(bits: Bits): number;
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
/** Below this part of all slots a list of them is both smaller and quicker than a bit for each. */
const SPARSE_PART = 512;
/** Of so few slots, or of this part of all, it is quicker to look at what each has than to look for them in every facet, */
const TALLIED_MIN = 2_000;
const TALLIED_PART = 96;
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
  /** Counts by what each slot has, if these or all but these are few. */
  const tallied = (bits: Bits): ((posting: Posting) => number) | undefined => {
    const most = Math.max(TALLIED_MIN, room.slotCount / TALLIED_PART);
    const total = room.countCommon(bits, bits);
    const counts = new Uint32Array(postings.numbers);
    if (total <= most) {
      rows.tally(bits, counts);
      return ({ number }) => counts[number] ?? 0;
    }
    if (everybodyCount - total > most) return undefined;
    const others = spare.take(room);
    others.set(everybody);
    takeOut(others, bits);
    rows.tally(others, counts);
    return ({ number, count }) => count - (counts[number] ?? 0);
  };

  return {
    put(slot, facets) {
      makeRoomFor(slot);
      const wanted = new Set(facets);
      for (const number of rows.of(slot)) {
        const posting = postings.numbered(number);
        if (!wanted.has(posting.facet)) drop(posting, slot);
      }
      const row = Array.from(wanted, (facet) => add(facet, slot));
      rows.put(slot, row);
      everybodyCount += Number(row.length > 0) - Number(hasBit(everybody, slot));
      if (row.length > 0) setBit(everybody, slot);
      else clearBit(everybody, slot);
    },
    select(groups, unwanted = []) {
      const found = spare.take(room);
      found.set(everybody);
      for (const group of groups) keepPosting(found, group);
      for (const facet of unwanted) takeOutPosting(found, facet);
      return found;
    },
    sizeOf: (bits) => room.countCommon(bits, bits),
    counterOf(bits) {
      let asked = 0;
      let quick: ReturnType<typeof tallied>;
      return (facet) => {
        const posting = postings.of(facet);
        if (!posting) return 0;
        if (++asked === TALLIED_FROM) quick = tallied(bits);
        if (quick) return quick(posting);
        if (posting.bits) return room.countCommon(posting.bits, bits);
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
      return room.slotCount;
    },
  };
}

function copyInto(room: BitsRoom, bits: Bits): Bits {
  const copy = room.make();
  copy.set(bits);
  return copy;
}
