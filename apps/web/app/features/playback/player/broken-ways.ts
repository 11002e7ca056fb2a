import type { TransportName } from './transport.ts';

/** The first pause of a way that has failed; each further failure doubles it. */
const PAUSE_MS = 20_000;
const PAUSE_MS_MAX = 600_000;
/** After this long without failure since its retry, a transport counts as new. */
const FORGET_MS = 900_000;

/** Which ways to play are not taken now. Times are monotonic milliseconds. */
export interface BrokenWays {
  /** Those that rest, and those that were left. */
  at(nowMs: number): ReadonlySet<TransportName>;
  /** It did not work: it rests, longer each time, and may be tried again after that. */
  fail(name: TransportName, nowMs: number): void;
  /** The viewer does not want it: no automatic retry. */
  leave(name: TransportName): void;
  /** All may be tried again. */
  clear(): void;
}

interface Failure {
  readonly count: number;
  readonly untilMs: number;
}

export function makeBrokenWays(): BrokenWays {
  const failures = new Map<TransportName, Failure>();
  const left = new Set<TransportName>();
  return {
    at(nowMs) {
      const resting = [...failures].filter(([, { untilMs }]) => nowMs < untilMs).map(([name]) => name);
      return new Set([...left, ...resting]);
    },
    fail(name, nowMs) {
      const before = failures.get(name);
      const count = before && nowMs - before.untilMs < FORGET_MS ? before.count + 1 : 1;
      const pauseMs = Math.min(PAUSE_MS_MAX, PAUSE_MS * 2 ** (count - 1));
      failures.set(name, { count, untilMs: nowMs + pauseMs });
    },
    leave: (name) => void left.add(name),
    clear() {
      failures.clear();
      left.clear();
    },
  };
}
