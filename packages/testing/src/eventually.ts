import { vi } from 'vitest';
import { EVENTUALLY_MS } from './eventually-ms.ts';

export { EVENTUALLY_MS };

/**
 * Repeats a check until it holds and returns what it returned; fails with its last error after EVENTUALLY_MS.
 * @param everyMs between two looks; long where each look asks for something whose rate is limited
 */
export const eventually = <T>(check: () => T | Promise<T>, everyMs = 20): Promise<T> =>
  vi.waitFor(check, { timeout: EVENTUALLY_MS, interval: everyMs });
