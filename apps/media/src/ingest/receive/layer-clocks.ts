/**
 * Puts the sizes of one picture on one clock. Each has its own times (RFC 3550 starts them randomly), which sender
 * reports relate; senders that start all at the same moment, like OBS, need none.
 */
export interface LayerClocks {
  /** @param ticks unwrapped time of the layer's packet, 90 kHz */
  onPacket(layer: number, ticks: number, nowMs: number): void;
  /** @param ntpMs the sender's wall clock at `ticks` */
  onReport(layer: number, ticks: number, ntpMs: number): void;
  /** The layer's time on the common clock; undefined while it is not known. */
  place(layer: number, ticks: number): number | undefined;
  /** The layer restarted with other times. */
  reset(layer: number): void;
}

const TICKS_PER_MS = 90;
/** Times that are this near to each other when they come are of the same clock. */
const SAME_CLOCK_TICKS = 90_000;
/** Without a report for this long a layer is placed by when it came. */
const UNREPORTED_MS = 5_000;
/** A report that says something else than before by more than this is believed. */
const MOVED_TICKS = 9_000;
const MODULUS = 2 ** 32;

interface LayerClock {
  readonly firstMs: number;
  /** Added to its times; undefined: not known yet. */
  offset: number | undefined;
}

export function makeLayerClocks(): LayerClocks {
  const clocks = new Map<number, LayerClock>();
  /** A moment of the common clock, by arrival and by the sender's wall clock. */
  let arrival: { readonly ticks: number; readonly atMs: number } | undefined;
  let reported: { readonly ticks: number; readonly ntpMs: number } | undefined;

  /** Whole 32-bit wraps by which two unwrapped counters of the same clock may differ. */
  const turns = (distance: number): number => Math.round(distance / MODULUS) * MODULUS;

  const byArrival = (clock: LayerClock, ticks: number, nowMs: number): number | undefined => {
    if (!arrival) return 0;
    const distance = arrival.ticks + (nowMs - arrival.atMs) * TICKS_PER_MS - ticks;
    const whole = turns(distance);
    if (Math.abs(distance - whole) < SAME_CLOCK_TICKS) return whole;
    return nowMs - clock.firstMs > UNREPORTED_MS ? distance : undefined;
  };

  return {
    onPacket(layer, ticks, nowMs) {
      let clock = clocks.get(layer);
      if (!clock) {
        clock = { firstMs: nowMs, offset: undefined };
        clocks.set(layer, clock);
      }
      clock.offset ??= byArrival(clock, ticks, nowMs);
      if (clock.offset === undefined) return;
      const placed = ticks + clock.offset;
      if (!arrival || placed > arrival.ticks) arrival = { ticks: placed, atMs: nowMs };
    },
    onReport(layer, ticks, ntpMs) {
      const clock = clocks.get(layer);
      if (!clock) return;
      if (reported) {
        const offset = reported.ticks + (ntpMs - reported.ntpMs) * TICKS_PER_MS - ticks;
        if (clock.offset === undefined || Math.abs(clock.offset - offset) > MOVED_TICKS)
          clock.offset = Math.round(offset);
      }
      if (clock.offset !== undefined) reported = { ticks: ticks + clock.offset, ntpMs };
    },
    place(layer, ticks) {
      const offset = clocks.get(layer)?.offset;
      return offset === undefined ? undefined : ticks + offset;
    },
    reset(layer) {
      clocks.delete(layer);
      if ([...clocks.values()].some(({ offset }) => offset !== undefined)) return;
      clocks.clear();
      arrival = reported = undefined;
    },
  };
}
