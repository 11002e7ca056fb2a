import { setTimeout as wait } from 'node:timers/promises';

/** Refusals sent without delay to one network in a span; further ones wait. */
const FREE = 30;
const SPAN_MS = 10_000;
const HOLD_MS = 1_000;
const SWEEP_AT = 10_000;

/**
 * Slows down clients that repeat a request as soon as it is refused: thousands of refusals a second would cost
 * everybody else as much as serving them.
 */
export interface Brake {
  /** Resolves when a refusal may be sent to a network: at once, or a second later where it got very many. */
  hold(network: string): Promise<void>;
}

export function makeBrake(
  now: () => number = Date.now,
  pause: (ms: number) => Promise<unknown> = wait,
): Brake {
  const refusals = new Map<string, { count: number; since: number }>();
  return {
    async hold(network) {
      const at = now();
      if (refusals.size > SWEEP_AT)
        for (const [key, { since }] of refusals) if (at - since > SPAN_MS) refusals.delete(key);
      const known = refusals.get(network);
      const span = known && at - known.since <= SPAN_MS ? known : { count: 0, since: at };
      span.count += 1;
      refusals.set(network, span);
      if (span.count > FREE) await pause(HOLD_MS);
    },
  };
}
