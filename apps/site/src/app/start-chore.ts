import { type Chore, type Kit, MINUTE_MS } from '../platform/kit.ts';

/** What takes longer than this is taken for hanging, and told of again each time as much has passed. */
const HANGS_AFTER_MS = 10 * MINUTE_MS;

/**
 * Does it again and again, never twice at the same time. One that does not end is told to the log: a second run
 * beside it could do its work twice.
 */
export function startChore(
  { everyMs, failure, run }: Chore,
  { logged, log }: Pick<Kit, 'logged' | 'log'>,
): NodeJS.Timeout {
  let isRunning = false;
  let tellAtMs = 0;
  const once = async () => {
    if (isRunning) {
      if (performance.now() < tellAtMs) return;
      tellAtMs = performance.now() + HANGS_AFTER_MS;
      log.error({ chore: failure }, 'a chore does not end, and does not run again until it has');
      return;
    }
    isRunning = true;
    tellAtMs = performance.now() + HANGS_AFTER_MS;
    try {
      await run();
    } catch (error) {
      logged(failure)(error);
    } finally {
      isRunning = false;
    }
  };
  return setInterval(() => void once(), everyMs).unref();
}
