import type { MediaFact } from '@klieg/contract/media';

/**
 * Segment numbers that other processes have used in streams, from their facts. A process that takes over a stream
 * continues just above them: players measure a list's progress by numbers, and would jump by any gap.
 */
export interface SegmentNumbers {
  hear(fact: Extract<MediaFact, { kind: 'health' | 'gone' }>): void;
  /** A number that no other process has given to a segment of this stream; undefined: none reported recently. */
  beyond(streamName: string): number | undefined;
}

export interface SegmentNumbersOptions {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Unix milliseconds. */
  readonly wallClock: () => number;
}

interface Told {
  readonly next: number;
  readonly atMs: number;
  /** It makes no more of them. */
  readonly isOver: boolean;
}

/** A process silent for longer has ended long ago. */
const KEPT_MS = 60_000;
/** They tell each five seconds, and segments last a second or more. */
const AHEAD_MAX = 6;
const STREAMS_MAX = 100_000;

export function makeSegmentNumbers({ now, wallClock }: SegmentNumbersOptions): SegmentNumbers {
  const told = new Map<string, Told>();

  const prune = (): void => {
    // The latest report comes last.
    for (const [streamName, { atMs }] of told) {
      if (now() - atMs <= KEPT_MS && told.size <= STREAMS_MAX) break;
      told.delete(streamName);
    }
  };

  return {
    hear(fact) {
      const { streamName, nextSegment: next } = fact;
      // Numbers begin with the seconds of the clock and grow more slowly than these.
      if (next === undefined || !Number.isSafeInteger(next) || next < 0) return;
      if (next > wallClock() / 1_000 + AHEAD_MAX) return;
      // One whose publisher is silent waits for it, and may make more.
      const isOver = fact.kind === 'gone' && fact.reason !== 'silent';
      told.delete(streamName);
      told.set(streamName, { next, atMs: now(), isOver });
      prune();
    },
    beyond(streamName) {
      const known = told.get(streamName);
      if (!known || now() - known.atMs > KEPT_MS) return undefined;
      if (known.isOver) return known.next + 1;
      return known.next + 1 + Math.min(AHEAD_MAX, Math.ceil((now() - known.atMs) / 1_000));
    },
  };
}
