import { vi } from 'vitest';

/**
 * The one clock of all waits in tests. It bounds how long a broken thing is waited for, so it is far above what
 * the slowest machine needs: no test is a measurement of the machine that it runs on.
 */
export const EVENTUALLY_MS = 180_000;

/**
 * Repeats a check until it holds and returns what it returned; fails with its last error after EVENTUALLY_MS.
 * @param everyMs between two looks; long where each look asks for something whose rate is limited
 */
export const eventually = <T>(check: () => T | Promise<T>, everyMs = 20): Promise<T> =>
  vi.waitFor(check, { timeout: EVENTUALLY_MS, interval: everyMs });
