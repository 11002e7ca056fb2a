import type { MeterClaim } from '@klieg/contract/media';
import { HOUR_MS } from '@klieg/kernel/time';
import type { TellFact } from './facts.ts';
import { makeUnanswered } from './unanswered.ts';
import { joinSpans, lengthOf, type MediaSpan } from './media-spans.ts';

/** A piece of a stream's time by the clock of its origin, which other processes know by the same name. */
export interface ClockedSpan extends MediaSpan {
  readonly clock: string;
}

/**
 * Counts delivered media, not passing time, for people whose time is paid for (rule S11): each moment of the stream
 * once, over all transports and pages.
 */
export interface DeliveryMeter {
  /** The transport has acknowledged this media. */
  count(meter: MeterClaim, span: ClockedSpan): void;
  /** A connection has ended, and this was sent by it and never acknowledged. */
  lose(meter: MeterClaim, spans: readonly MediaSpan[]): void;
  /** False if too much was recently sent in vain: nothing more is sent for some time. */
  mayBegin(meter: MeterClaim): boolean;
  /** Reports meters that have stopped growing; to be called a few times a second. */
  tick(): void;
  /** Reports everything outstanding, since the process ends. */
  flush(): void;
}

export interface DeliveryMeterOptions {
  /** Facts in the name of this run of the process. */
  readonly tell: TellFact;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

/** Deliveries by one clock. */
interface ClockCount {
  /** In order and apart from each other. */
  spans: readonly MediaSpan[];
  /** Earlier media is no longer counted, since its spans are forgotten. */
  closedUntilMs: number;
}

interface Meter {
  readonly clocks: Map<string, ClockCount>;
  /** Sum of spans that are forgotten. */
  forgottenMs: number;
  deliveredMs: number;
  toldMs: number;
  /** Stretches already reported unchanged. */
  told: WeakSet<MediaSpan>;
  grownAtMs: number;
}

/** A meter that has not grown for this long belongs to an ended show. */
const KEPT_MS = HOUR_MS;
const METERS_MAX = 100_000;
const TELL_EACH_MS = 1_000;
/** Each gap makes a stretch more; with more than these the oldest are only a number. */
const SPANS_MAX = 32;
/** A stream gets another clock when its origin dies. */
const CLOCKS_MAX = 4;

const makeMeter = (): Meter => ({
  clocks: new Map(),
  forgottenMs: 0,
  deliveredMs: 0,
  toldMs: 0,
  told: new WeakSet(),
  grownAtMs: 0,
});

/** Adds a span. @returns false if all of it was counted before */
function addSpan(meter: Meter, count: ClockCount, { startMs, endMs }: MediaSpan): boolean {
  const added = { startMs: Math.max(startMs, count.closedUntilMs), endMs };
  if (!(added.endMs > added.startMs)) return false;
  const joined = joinSpans(count.spans, added);
  if (lengthOf(joined) <= lengthOf(count.spans)) return false;
  count.spans = joined;
  const oldest = joined.length > SPANS_MAX ? joined[0]! : undefined;
  if (!oldest) return true;
  count.spans = joined.slice(1);
  count.closedUntilMs = oldest.endMs;
  meter.forgottenMs += oldest.endMs - oldest.startMs;
  return true;
}

export function makeDeliveryMeter({ tell, now }: DeliveryMeterOptions): DeliveryMeter {
  const meters = new Map<string, Meter>();
  const unanswered = makeUnanswered(now);
  /** Meters with something to report. */
  const untold = new Set<string>();

  const prune = (): void => {
    // Growth puts a meter at the end, so the old ones come first.
    for (const [meterId, { grownAtMs }] of meters) {
      if (now() - grownAtMs <= KEPT_MS && meters.size <= METERS_MAX) break;
      meters.delete(meterId);
      untold.delete(meterId);
    }
  };

  const countOf = (meter: Meter, clock: string): ClockCount => {
    const known = meter.clocks.get(clock);
    if (known) return known;
    const made = { spans: [], closedUntilMs: -Infinity };
    meter.clocks.set(clock, made);
    const [oldest] = meter.clocks.size > CLOCKS_MAX ? meter.clocks : [];
    if (oldest) {
      meter.forgottenMs += lengthOf(oldest[1].spans);
      meter.clocks.delete(oldest[0]);
    }
    return made;
  };

  const tellOf = (meterId: string, meter: Meter): void => {
    untold.delete(meterId);
    meter.toldMs = meter.deliveredMs;
    const deliveredMs = Math.floor(meter.deliveredMs);
    for (const [clock, { spans }] of meter.clocks)
      for (const span of spans) {
        if (meter.told.has(span)) continue;
        meter.told.add(span);
        // Rounded inwards, so that no stretch says more than was delivered.
        const [fromMs, untilMs] = [Math.ceil(span.startMs), Math.floor(span.endMs)];
        if (untilMs > fromMs) tell({ kind: 'metered', meterId, deliveredMs, clock, fromMs, untilMs });
      }
  };

  return {
    count({ meterId }, { clock, ...span }) {
      const meter = meters.get(meterId) ?? makeMeter();
      if (!addSpan(meter, countOf(meter, clock), span)) return;
      const counts = [...meter.clocks.values()];
      meter.deliveredMs = counts.reduce((sum, { spans }) => sum + lengthOf(spans), meter.forgottenMs);
      meter.grownAtMs = now();
      meters.delete(meterId);
      meters.set(meterId, meter);
      untold.add(meterId);
      if (meter.toldMs === 0 || meter.deliveredMs - meter.toldMs >= TELL_EACH_MS) tellOf(meterId, meter);
      prune();
    },
    lose: ({ meterId }, spans) => unanswered.add(meterId, lengthOf(spans)),
    mayBegin: ({ meterId }) => !unanswered.isTooMuch(meterId),
    tick() {
      for (const meterId of untold) {
        const meter = meters.get(meterId)!;
        if (now() - meter.grownAtMs >= TELL_EACH_MS) tellOf(meterId, meter);
      }
    },
    flush() {
      for (const meterId of untold) tellOf(meterId, meters.get(meterId)!);
    },
  };
}
