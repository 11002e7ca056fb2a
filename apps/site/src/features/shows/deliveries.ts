import type { Bus, Unsubscribe } from '@klieg/contract/bus';
import { MEDIA_FACTS, type MediaFact } from '@klieg/contract/media';
import type { Uuid } from '@klieg/kernel';
import { addSpan, lengthOf, type Span } from './delivered-spans.ts';

/**
 * What the media processes have delivered for meters, as far as this node has heard. What two pages of one payer got
 * at two edges counts once: for each clock of a stream the union of what was delivered.
 */
export interface Deliveries {
  /** Milliseconds of media in all; 0 where nothing was heard. */
  deliveredOf(meterId: Uuid): number;
  /** How long ago it grew, in milliseconds; undefined where nothing was heard. */
  stoodFor(meterId: Uuid): number | undefined;
  /** Calls back when it has grown. */
  onGrown(handler: (meterId: Uuid) => void): void;
  close: Unsubscribe;
}

type Metered = Extract<MediaFact, { kind: 'metered' }>;

interface Heard {
  readonly byClock: Map<string, readonly Span[]>;
  deliveredMs: number;
  grownAt: number;
}

/** Beyond this the meters that have stood still for longest are forgotten: their rows know what they had. */
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

/** @param now monotonic milliseconds */
export function makeDeliveries(bus: Bus, now: () => number): Deliveries {
  const meters = new Map<string, Heard>();
  const handlers: ((meterId: Uuid) => void)[] = [];

  const stop = bus.subscribe(MEDIA_FACTS, (message) => {
    if (!isMetered(message)) return;
    const { clock, meterId, fromMs, untilMs } = message;
    const heard = meters.get(meterId) ?? { byClock: new Map(), deliveredMs: 0, grownAt: now() };
    heard.byClock.set(clock, addSpan(heard.byClock.get(clock) ?? [], { fromMs, untilMs }));
    const deliveredMs = Math.floor(
      [...heard.byClock.values()].reduce((sum, spans) => sum + lengthOf(spans), 0),
    );
    // Facts may come twice or late: what was counted stays.
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
    stoodFor(meterId) {
      const heard = meters.get(meterId);
      return heard && now() - heard.grownAt;
    },
    onGrown: (handler) => void handlers.push(handler),
    close: stop,
  };
}
