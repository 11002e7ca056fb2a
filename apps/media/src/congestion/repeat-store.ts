/** Recently sent packets, for receivers that request a repeat. */
export interface RepeatStore<Item> {
  /** @param stamp some number that goes with it */
  add(sequence: number, item: Item, stamp: number, bytes: number, nowMs: number): void;
  /**
   * What a receiver asks for, if it may have it now; undefined where it is gone, was sent a moment ago, or too often.
   * @param holdMs how long a repeat may be on its way before it is sent again
   */
  take(sequence: number, holdMs: number, nowMs: number): Kept<Item> | undefined;
  /** The newest ones, newest first. */
  newest(count: number): readonly Kept<Item>[];
  readonly bytes: number;
  clear(): void;
}

export interface Kept<Item> {
  readonly sequence: number;
  readonly item: Item;
  readonly stamp: number;
}

export interface RepeatStoreOptions {
  readonly itemsMax: number;
  readonly bytesMax: number;
  readonly keptMs: number;
}

/** After this many repeats the packet is not what the receiver lacks. */
const TIMES_MAX = 8;

/**
 * Keeps items by 16-bit numbers that rise by one; without an object for each, since there are thousands in a second.
 */
export function makeRepeatStore<Item>({ itemsMax, bytesMax, keptMs }: RepeatStoreOptions): RepeatStore<Item> {
  const items: (Item | undefined)[] = Array.from({ length: itemsMax }, () => undefined);
  const sequences = new Uint16Array(itemsMax);
  const stamps = new Float64Array(itemsMax);
  const sizes = new Uint32Array(itemsMax);
  const addedMs = new Float64Array(itemsMax);
  const sentMs = new Float64Array(itemsMax);
  const times = new Uint8Array(itemsMax);
  /** Count without end; places are modulo. */
  let next = 0;
  let oldest = 0;
  let bytes = 0;

  const forgetOldest = (): void => {
    const at = oldest++ % itemsMax;
    bytes -= sizes[at]!;
    items[at] = undefined;
  };

  const keptAt = (at: number): Kept<Item> => ({
    sequence: sequences[at]!,
    item: items[at]!,
    stamp: stamps[at]!,
  });

  const isOver = (size: number, nowMs: number): boolean =>
    next - oldest >= itemsMax || bytes + size > bytesMax || nowMs - addedMs[oldest % itemsMax]! > keptMs;

  return {
    get bytes() {
      return bytes;
    },
    clear() {
      while (oldest < next) forgetOldest();
    },
    add(sequence, item, stamp, size, nowMs) {
      while (oldest < next && isOver(size, nowMs)) forgetOldest();
      const at = next++ % itemsMax;
      items[at] = item;
      sequences[at] = sequence;
      stamps[at] = stamp;
      sizes[at] = size;
      addedMs[at] = nowMs;
      sentMs[at] = nowMs;
      times[at] = 0;
      bytes += size;
    },
    take(sequence, holdMs, nowMs) {
      if (next === oldest) return undefined;
      const back = (sequences[(next - 1) % itemsMax]! - sequence) & 0xffff;
      if (back >= next - oldest) return undefined;
      const at = (next - 1 - back) % itemsMax;
      if (nowMs - addedMs[at]! > keptMs || times[at]! >= TIMES_MAX || nowMs - sentMs[at]! < holdMs)
        return undefined;
      times[at] = times[at]! + 1;
      sentMs[at] = nowMs;
      return keptAt(at);
    },
    newest(count) {
      const found: Kept<Item>[] = [];
      for (let place = next - 1; place >= oldest && found.length < count; place--)
        found.push(keptAt(place % itemsMax));
      return found;
    },
  };
}
