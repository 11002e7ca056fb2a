import type { AccountId, Uuid } from '@klieg/kernel';
import type { MediaFact } from '@klieg/contract/media';

export type Metered = Extract<MediaFact, { kind: 'metered' }>;

/** Everything is delivered in pieces of so many milliseconds, so that a plain set can count them. */
export const PIECE_MS = 500;

/** Which pieces of time somebody knows to be delivered, by meter. */
export interface Pieces {
  add(fact: Pick<Metered, 'meterId' | 'clock' | 'fromMs' | 'untilMs'>): void;
  /** Milliseconds, each moment of a clock once. */
  of(meterId: Uuid): number;
}

export function makePieces(): Pieces {
  const known = new Map<string, Set<string>>();
  return {
    add({ meterId, clock, fromMs, untilMs }) {
      const pieces = known.get(meterId) ?? new Set();
      known.set(meterId, pieces);
      for (let at = fromMs; at < untilMs; at += PIECE_MS) pieces.add(`${clock} ${at}`);
    },
    of: (meterId) => (known.get(meterId)?.size ?? 0) * PIECE_MS,
  };
}

interface Seat {
  readonly roomId: AccountId;
  readonly meterId: Uuid;
}

/** The media process: what it delivers to seats, and what it says of it. */
export function makeMedia() {
  const delivered = makePieces();
  const stretches = new Map<Uuid, { clock: string; fromMs: number; untilMs: number }>();
  let run = 0;
  return {
    /** The truth, which no node knows. */
    delivered,
    /** The process is started again: its clocks have other names. */
    restart: () => void (run += 1),
    /** @returns what it says of it: the whole stretch since the picture stood last */
    deliver({ roomId, meterId }: Seat, fromMs: number, untilMs: number): Metered {
      const clock = `${roomId} ${run}`;
      const last = stretches.get(meterId);
      const goesOn = last?.clock === clock && last.untilMs === fromMs;
      const stretch = { clock, fromMs: goesOn ? last.fromMs : fromMs, untilMs };
      stretches.set(meterId, stretch);
      delivered.add({ meterId, clock, fromMs, untilMs });
      return { kind: 'metered', node: 'm1', meterId, deliveredMs: delivered.of(meterId), ...stretch };
    },
  };
}
