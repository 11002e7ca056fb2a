import type { Bus, Unsubscribe } from '@klieg/contract/bus';
import { MEDIA_FACTS, type MediaFact } from '@klieg/contract/media';
import type { Uuid } from '@klieg/kernel';
import { addSpan, lengthOf, type Span } from './delivered-spans.ts';

/**
 * What the media processes have delivered for meters, as far as this node has heard. What two pages of one payer got at
 * two edges counts once: for each clock of a stream, the union of what was delivered.
 */
export interface Deliveries {
  /** Milliseconds of media in all; 0 where nothing was heard. */
  deliveredOf(meterId: Uuid): number;
  /**
   * The same for counting: at least the stored amount. A node that began to listen midway has not heard stretches
   * before a gap, or of a clock that is gone; it continues from the stored amount. Never more than was delivered.
   * @param keptMs what was counted before, by whatever node
   */
  countedOf(meterId: Uuid, keptMs: number): number;
  /** How long ago it grew, in milliseconds; undefined where nothing was heard. */
  stoodFor(meterId: Uuid): number | undefined;
  /** Calls back when it has grown. */
  onGrown(handler: (meterId: Uuid) => void): void;
  close: Unsubscribe;
}

type Metered = Extract<MediaFact, { kind: 'metered' }>;

interface Heard {
  readonly byClock: Map<string, readonly Span[]>;
  /** Runs of media processes and their clocks that were heard. */
  readonly sources: Set<string>;
  /** Counted by others, of stretches that were not heard here. */
  keptMs: number;
  /** Heard, and perhaps counted by others: where a source was met in the middle. */
  doubtfulMs: number;
  deliveredMs: number;
  grownAt: number;
}

/**
 * How far the stored amount may exceed what was heard without a stretch counting as missed: facts reach several nodes
 * at slightly different times. Smaller gaps are not charged.
 */
const MISSED_MS = 15_000;

/** Beyond this the meters that have been idle longest are forgotten: their rows keep the amounts. */
const METERS_MAX = 50_000;

const isMetered = (message: unknown): message is Metered => {
  if (typeof message !== 'object' || message === null) return false;
  const { kind, clock, meterId, fromMs, untilMs } = message as Partial<Metered>;
  return (
    kind === 'metered' &&
    typeof clock === 'string' &&
    typeof meterId === 'string' &&
    Number.isFinite(fromMs) &&
    Number.isFinite(untilMs) &&
    untilMs! > fromMs!
  );
};

const nothing = (grownAt: number): Heard => ({
  byClock: new Map(),
  sources: new Set(),
  keptMs: 0,
  doubtfulMs: 0,
  deliveredMs: 0,
  grownAt,
});

const heardIn = ({ byClock }: Heard): number =>
  [...byClock.values()].reduce((sum, spans) => sum + lengthOf(spans), 0);

/** @param now monotonic milliseconds */
export function makeDeliveries(bus: Bus, now: () => number): Deliveries {
  const meters = new Map<string, Heard>();
  const handlers: ((meterId: Uuid) => void)[] = [];

  const stop = bus.subscribe(MEDIA_FACTS, (message) => {
    if (!isMetered(message)) return;
    const { node, clock, meterId, fromMs, untilMs } = message;
    const heard = meters.get(meterId) ?? nothing(now());
    const before = heardIn(heard);
    heard.byClock.set(clock, addSpan(heard.byClock.get(clock) ?? [], { fromMs, untilMs }));
    const source = `${node} ${clock}`;
    // Others may have counted the beginning of a long stretch that is heard for the first time.
    if (!heard.sources.has(source) && heard.keptMs > 0 && untilMs - fromMs > MISSED_MS)
      heard.doubtfulMs += heardIn(heard) - before;
    heard.sources.add(source);
    const deliveredMs = Math.floor(heard.keptMs + heardIn(heard) - heard.doubtfulMs);
    // Facts may come twice or late: the count never falls.
    if (deliveredMs <= heard.deliveredMs) return;
    heard.deliveredMs = deliveredMs;
    heard.grownAt = now();
    meters.delete(meterId);
    meters.set(meterId, heard);
    if (meters.size > METERS_MAX) meters.delete(meters.keys().next().value!);
    for (const handler of handlers) handler(meterId as Uuid);
  });

  return {
    deliveredOf: (meterId) => meters.get(meterId)?.deliveredMs ?? 0,
    countedOf(meterId, keptMs) {
      const heard = meters.get(meterId);
      if (!heard) return keptMs;
      if (keptMs - heard.deliveredMs > MISSED_MS) {
        heard.keptMs += keptMs - heard.deliveredMs;
        heard.deliveredMs = keptMs;
      }
      return Math.max(keptMs, heard.deliveredMs);
    },
    stoodFor(meterId) {
      const heard = meters.get(meterId);
      return heard && now() - heard.grownAt;
    },
    onGrown: (handler) => void handlers.push(handler),
    close: stop,
  };
}
