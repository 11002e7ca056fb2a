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
  let recent: readonly number[] = [];
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

  /** Both lists as one, up to where the visitor has enough. */
  const walk = (visit: (slot: number) => boolean | void): void => {
    let at = 0;
    for (const slot of settled) {
      if (movedCount > 0 && hasBit(moved, slot)) continue;
      while (at < recent.length && compare(recent[at]!, slot) < 0) if (visit(recent[at++]!) === false) return;
      if (visit(slot) === false) return;
    }
    while (at < recent.length) if (visit(recent[at++]!) === false) return;
  };

  const placeFresh = (): void => {
    if (fresh.size === 0) return;
    const placed = [...fresh].filter(isThere).sort(compare);
    const rest = recent.filter((slot) => !fresh.has(slot));
    fresh.clear();
    const joined: number[] = [];
    let at = 0;
    for (const slot of rest) {
      while (at < placed.length && compare(placed[at]!, slot) < 0) joined.push(placed[at++]!);
      joined.push(slot);
    }
    recent = [...joined, ...placed.slice(at)];
    if (movedCount <= Math.max(JOINED_MIN, settled.length / JOINED_PART)) return;
    const all = new Int32Array(settled.length + recent.length);
    let length = 0;
    walk((slot) => void (all[length++] = slot));
    settled = all.slice(0, length);
    moved = makeBits(moved.length * 32);
    movedCount = 0;
    recent = [];
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
      walk(visit);
    },
  };
}
