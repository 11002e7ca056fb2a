/** Wall time in Unix milliseconds; tests pass a fake. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Milliseconds as the wire's instant, ISO 8601 UTC with milliseconds. */
export const toInstant = (ms: number | Date): string => new Date(ms).toISOString();
