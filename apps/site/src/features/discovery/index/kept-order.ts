import { type Bits, hasBit, makeBits, setBit } from './bits.ts';

/** Slots in an order that is kept up while single ones move, so that nobody sorts all of them again. */
export interface KeptOrder {
  /** Has another place from now on, is new, or is gone. */
  touch(slot: number): void;
  /** Visits slots from the first on, until the visitor says `false`. */
  each(visit: (slot: number) => boolean | void): void;
}

/** Those that moved stand in a list of their own, which is joined with the others when it has grown beyond this part. */
const JOINED_PART = 128;
const JOINED_MIN = 256;

/** A slot, and before which of the settled ones it stands. */
interface Placed {
  readonly slot: number;
  readonly before: number;
}

/**
 * @param compare two slots by what is known of them now; whoever changes what it looks at has to `touch` the slot
 * @param isThere whether the slot stands for anything
 */
export function makeKeptOrder(
  compare: (a: number, b: number) => number,
  isThere: (slot: number) => boolean,
): KeptOrder {
  let settled: Int32Array = new Int32Array();
  /** Slots whose place among the settled ones is not theirs any more. */
  let moved: Bits = makeBits(1_024);
  let movedCount = 0;
  /** Those of them whose new place is known, in order, */
  let recent: readonly Placed[] = [];
  /** and those where it is not known yet. */
  const fresh = new Set<number>();

  const markMoved = (slot: number): void => {
    if (slot >= moved.length * 32) {
      const larger = makeBits(slot * 2);
      larger.set(moved);
      moved = larger;
    }
    if (hasBit(moved, slot)) return;
    setBit(moved, slot);
    movedCount += 1;
  };

  /** Before which of the settled ones a slot stands; those that moved away say nothing. */
  const placeOf = (slot: number): number => {
    let [from, until] = [0, settled.length];
    while (from < until) {
      const middle = (from + until) >> 1;
      let at = middle;
      while (at < until && hasBit(moved, settled[at]!)) at += 1;
      if (at === until || compare(slot, settled[at]!) < 0) until = middle;
      else from = at + 1;
    }
    return from;
  };

  /** All settled ones that are still there, with the recent ones at their places. */
  const join = (): void => {
    const all = new Int32Array(settled.length + recent.length);
    let length = 0;
    let next = 0;
    for (let at = 0; at <= settled.length; at++) {
      while (next < recent.length && recent[next]!.before <= at) all[length++] = recent[next++]!.slot;
      if (at < settled.length && !hasBit(moved, settled[at]!)) all[length++] = settled[at]!;
    }
    settled = all.slice(0, length);
    moved = makeBits(moved.length * 32);
    movedCount = 0;
    recent = [];
  };

  const placeFresh = (): void => {
    if (fresh.size === 0) return;
    const placed = [...fresh]
      .filter(isThere)
      .sort(compare)
      .map((slot) => ({ slot, before: placeOf(slot) }));
    const rest = recent.filter(({ slot }) => !fresh.has(slot));
    fresh.clear();
    const joined: Placed[] = [];
    let at = 0;
    for (const one of rest) {
      while (at < placed.length && compare(placed[at]!.slot, one.slot) < 0) joined.push(placed[at++]!);
      joined.push(one);
    }
    while (at < placed.length) joined.push(placed[at++]!);
    recent = joined;
    if (movedCount > Math.max(JOINED_MIN, settled.length / JOINED_PART)) join();
  };

  return {
    touch(slot) {
      markMoved(slot);
      fresh.add(slot);
      // Whoever loads many does not leave all the sorting to the next reader.
      if (fresh.size > Math.max(JOINED_MIN, settled.length / JOINED_PART)) placeFresh();
    },
    each(visit) {
      placeFresh();
      let next = 0;
      for (let at = 0; at <= settled.length; at++) {
        while (next < recent.length && recent[next]!.before <= at)
          if (visit(recent[next++]!.slot) === false) return;
        if (at === settled.length || hasBit(moved, settled[at]!)) continue;
        if (visit(settled[at]!) === false) return;
      }
    },
  };
}
