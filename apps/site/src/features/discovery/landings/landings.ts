import type { Clock } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import { type Arrival, landedAt } from './landing-rules.ts';
import type { LandingStore } from './landing-store.ts';

/** How often counts in memory are written; a process that dies loses no more. */
export const WRITE_MS = 10_000;
/** Pairs of network and performer remembered for a day; beyond that one may count twice. */
const SEEN_MAX = 100_000;

export interface Landings {
  /** Counts a request for a page where it is a visit from another site; a network counts once a day for a performer. */
  note(arrival: Arrival, network: string): void;
  /** Writes the counts. A failed write is tried again. */
  write(): Promise<void>;
}

export function makeLandings(deps: {
  readonly store: Pick<LandingStore, 'add'>;
  readonly isPerformer: (username: string) => boolean;
  readonly ownHosts: ReadonlySet<string>;
  readonly clock: Clock;
}): Landings {
  let counted = new Map<string, number>();
  let seen = new Set<string>();
  let day = 0;
  const add = (username: string, visits: number) =>
    counted.set(username, (counted.get(username) ?? 0) + visits);
  return {
    note(arrival, network) {
      const username = landedAt(arrival, deps.ownHosts);
      if (username === undefined || !deps.isPerformer(username)) return;
      const today = Math.floor(deps.clock.now() / DAY_MS);
      if (today !== day || seen.size >= SEEN_MAX) seen = new Set();
      day = today;
      const key = `${username} ${network}`;
      if (seen.has(key)) return;
      seen.add(key);
      add(username, 1);
    },
    async write() {
      if (counted.size === 0) return;
      const batch = counted;
      counted = new Map();
      try {
        await deps.store.add(batch);
      } catch (error) {
        for (const [username, visits] of batch) add(username, visits);
        throw error;
      }
    },
  };
}
