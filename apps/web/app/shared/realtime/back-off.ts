/** Longest wait between two attempts in milliseconds (CONSTANTS-028). */
export const BACK_OFF_MAX_MS = 3_000;

/**
 * Wait before the next attempt: a random 50 to 300 ms, then the last one doubled, never above 3000 ms.
 * @param lastMs the wait before, undefined for the first attempt after a connection
 * @param random a number from 0 up to 1
 */
export const nextBackOffMs = (lastMs: number | undefined, random: number): number =>
  Math.min(BACK_OFF_MAX_MS, lastMs === undefined ? 50 + Math.floor(random * 251) : lastMs * 2);
