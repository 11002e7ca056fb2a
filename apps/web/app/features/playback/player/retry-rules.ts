/** Most interruptions are over within seconds, so that long an attempt is made about each second. */
const BRISK_ATTEMPTS = 12;
const BRISK_MS = 1_000;
const PATIENT_MS = 5_000;

/** Delay before the attempt, in milliseconds: 250 doubling to 1000, later to 5000; by chance up to a half less. */
export function retryDelayMs(attempt: number, chance: number): number {
  const most = attempt < BRISK_ATTEMPTS ? BRISK_MS : PATIENT_MS;
  const full = Math.min(most, 250 * 2 ** Math.min(attempt, 10));
  return Math.round(full * (1 - chance / 2));
}

/** What follows from the end of a connection. */
export type AfterClose = 'retry' | 'retry_token' | 'retry_gone' | 'refuse';

/** What follows from a socket's close code: 4401 token, 4404 gone, 4409 mode, 4429 slow. */
export function afterClose(code: number): AfterClose {
  if (code === 4401) return 'retry_token';
  if (code === 4404) return 'retry_gone';
  return code === 4409 || code === 1008 ? 'refuse' : 'retry';
}
