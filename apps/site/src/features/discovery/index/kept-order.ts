import { type Bits, hasBit, makeBits, setBit } from './bits.ts';

/** Slots in an order that is maintained while single ones move, so that nobody sorts all of them again. */
export interface KeptOrder {
  /** Has another place from now on, is new, or is gone. */
  touch(slot: number): void;
  /** Visits slots from the first on, until the visitor says `false`. */
  each(visit: (slot: number) => boolean | void): void;
}

/** Moved ones are in a list of their own, which is merged when it has grown beyond this fraction. */
const JOINED_PART = 128;
const JOINED_MIN = 256;

/** A slot, and which of the settled ones it comes before. */
interface Placed {
  readonly slot: number;
  readonly before: number;
}

/**
 * @param compare two slots by their current data; whoever changes that data has to `touch` the slot
 * @param isThere whether the slot is in use
 */
export function makeKeptOrder(
  compare: (a: number, b: number) => number,
  isThere: (slot: number) => boolean,
): KeptOrder {
  let settled: Int32Array = new Int32Array();
  /** Slots that have left their place among the settled ones. */
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

  /** Which of the settled ones a slot comes before; moved ones say nothing. */
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
      // Loading many must not leave all the sorting to the next reader.
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
