import type { ShowsPart, ShowTold } from './shows-part.ts';

/** The meter of a private as it is drawn; seconds and tokens are totals since the first picture. */
export interface Meter {
  readonly price: number;
  readonly durationSeconds: number;
  readonly chargedTokens: number;
  /** How long the balance lasts; undefined if unknown. */
  readonly remainingSeconds: number | undefined;
  /** The rest of the first minutes. */
  readonly prepaidSeconds: number;
  /** False: the clock is paused, since no picture arrives. */
  readonly isMetered: boolean;
  readonly spies: number | undefined;
  readonly earnedTokens: number | undefined;
}

/**
 * The meter's known state: the newest tick, or the start data. @param tokens to spend, to estimate the remaining time
 * until it is known
 */
export function readMeter(show: ShowTold, tick: ShowsPart['tick'], tokens?: number): Meter {
  const price = show.cost_per_minute ?? 0;
  const prepaidSeconds = tick?.privatePrepaidTimeLeftSeconds ?? show.prepaid_seconds ?? 0;
  const told = tick?.remaining_seconds ?? show.remaining_seconds ?? undefined;
  const guess =
    tokens === undefined || price === 0 ? undefined : prepaidSeconds + Math.floor((tokens * 60) / price);
  return {
    price,
    durationSeconds: tick?.duration ?? show.duration ?? 0,
    chargedTokens: tick?.tokens_charged ?? show.tokens_charged ?? 0,
    remainingSeconds: told ?? guess,
    prepaidSeconds,
    isMetered: tick?.metered ?? true,
    spies: tick?.spy_count ?? undefined,
    earnedTokens: tick?.tokens_earned ?? undefined,
  };
}
