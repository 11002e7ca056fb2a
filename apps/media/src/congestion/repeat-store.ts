/** What was sent lately, for receivers that ask for it again. */
export interface RepeatStore<Item> {
  add(sequence: number, item: Item, bytes: number, nowMs: number): void;
  /**
   * What a receiver asks for, if it may have it now; undefined where it is gone, was sent a moment ago, or too often.
   * @param holdMs how long a repeat may be on its way before it is sent again
   */
  take(sequence: number, holdMs: number, nowMs: number): Item | undefined;
  /** The newest ones, newest first. */
  newest(count: number): readonly { readonly sequence: number; readonly item: Item }[];
  readonly bytes: number;
  clear(): void;
}

export interface RepeatStoreOptions {
  /** A power of two. */
  readonly itemsMax: number;
  readonly bytesMax: number;
  readonly keptMs: number;
}

/** A packet that was sent so often is not what the receiver lacks. */
const TIMES_MAX = 8;

interface Kept<Item> {
  readonly sequence: number;
  readonly item: Item;
  readonly bytes: number;
  readonly addedMs: number;
  sentMs: number;
  times: number;
}

/** Keeps items by 16-bit numbers that rise by one. */
export function makeRepeatStore<Item>({ itemsMax, bytesMax, keptMs }: RepeatStoreOptions): RepeatStore<Item> {
  const places: (Kept<Item> | undefined)[] = Array.from({ length: itemsMax }, () => undefined);
  /** Counts without end; places are modulo. */
  let next = 0;
  let oldest = 0;
  let bytes = 0;

  const forgetOldest = (): void => {
    const at = oldest++ % itemsMax;
    bytes -= places[at]?.bytes ?? 0;
    places[at] = undefined;
  };

  return {
    get bytes() {
      return bytes;
    },
    clear() {
      while (oldest < next) forgetOldest();
    },
    add(sequence, item, size, nowMs) {
      while (
        oldest < next &&
        (next - oldest >= itemsMax ||
          bytes + size > bytesMax ||
          nowMs - places[oldest % itemsMax]!.addedMs > keptMs)
      )
        forgetOldest();
      places[next++ % itemsMax] = { sequence, item, bytes: size, addedMs: nowMs, sentMs: nowMs, times: 0 };
      bytes += size;
    },
    take(sequence, holdMs, nowMs) {
      const last = places[(next - 1) % itemsMax];
      if (!last) return undefined;
      const back = (last.sequence - sequence) & 0xffff;
      const kept = back < next - oldest ? places[(next - 1 - back) % itemsMax] : undefined;
      if (kept?.sequence !== sequence || nowMs - kept.addedMs > keptMs) return undefined;
      if (kept.times >= TIMES_MAX || nowMs - kept.sentMs < holdMs) return undefined;
      kept.times += 1;
      kept.sentMs = nowMs;
      return kept.item;
    },
    newest(count) {
      const found: { readonly sequence: number; readonly item: Item }[] = [];
      for (let at = next - 1; at >= oldest && found.length < count; at--) found.push(places[at % itemsMax]!);
      return found;
    },
  };
}
