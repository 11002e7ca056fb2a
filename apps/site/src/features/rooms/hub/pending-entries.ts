import type { RoomEntry } from './room-entries.ts';
import type { RoomMessageOf } from './room-messages.ts';

/** A submission that the owner has not shown by then is given up. */
export const SUBMIT_MS = 2_500;
const RESEND_MS = 500;
const PENDING_MAX = 5_000;

interface Pending {
  readonly entry: RoomEntry;
  readonly resolve: (isTaken: boolean) => void;
  readonly settled: Promise<boolean>;
  /** By the wall clock. */
  readonly atMs: number;
  readonly untilMs: number;
  sentMs: number;
}

/** What this node has submitted to the owner of a room, until it comes back in the room's order. */
export interface PendingEntries {
  readonly ids: Iterable<string>;
  readonly entries: Iterable<readonly [id: string, waiting: { readonly entry: RoomEntry }]>;
  /**
   * Sends an entry to the owner. Resolves as `settle` says; false at once when 5,000 are waiting. One that waits already
   * under this id is waited for.
   */
  submit(id: string, entry: RoomEntry): Promise<boolean>;
  /** An entry with this id was accepted, or is given up; does nothing if none is waiting. */
  settle(id: string, isTaken: boolean): void;
  /** Sends again what has waited for half a second, and gives up what has waited too long. */
  resend(): void;
}

export function makePendingEntries(options: {
  readonly node: string;
  readonly send: (message: RoomMessageOf<'in'>) => void;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Unix milliseconds, about the same on every node. */
  readonly wallClock: () => number;
}): PendingEntries {
  const { node, now } = options;
  const pending = new Map<string, Pending>();
  const send = (id: string, { entry, atMs }: Pending) =>
    options.send({ kind: 'in', from: node, id, entry, atMs });

  const settle = (id: string, isTaken: boolean) => {
    const waiting = pending.get(id);
    pending.delete(id);
    waiting?.resolve(isTaken);
  };

  return {
    get ids() {
      return pending.keys();
    },
    get entries() {
      return pending.entries();
    },
    submit(id, entry) {
      const known = pending.get(id);
      if (known) return known.settled;
      if (pending.size >= PENDING_MAX) return Promise.resolve(false);
      const { promise: settled, resolve } = Promise.withResolvers<boolean>();
      const times = { atMs: options.wallClock(), untilMs: now() + SUBMIT_MS, sentMs: now() };
      const waiting = { entry, resolve, settled, ...times };
      pending.set(id, waiting);
      send(id, waiting);
      return settled;
    },
    settle,
    resend() {
      for (const [id, waiting] of pending) {
        if (now() > waiting.untilMs) settle(id, false);
        else if (now() - waiting.sentMs >= RESEND_MS) {
          waiting.sentMs = now();
          send(id, waiting);
        }
      }
    },
  };
}
