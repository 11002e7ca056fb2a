import { MINUTE_MS } from '@klieg/kernel/time';
import type { Chore, Kit } from '../platform/kit.ts';

/** What takes longer than this is taken for hanging, and told of again each time as much has passed. */
const HANGS_AFTER_MS = 10 * MINUTE_MS;
/**
 * However seldom it is done, it is done once so soon after the start, at a moment by chance so that not all come at once:
 * a site that is started more often than once a day would never do what is done daily.
 */
const FIRST_MS = { from: 5 * MINUTE_MS, spread: 10 * MINUTE_MS } as const;

/** Something that is done again and again. */
export interface StartedChore {
  /** It does not begin again; what runs goes on. */
  stop(): void;
}

/**
 * Does it again and again, never twice at the same time. One that does not end is told to the log: a second run
 * beside it could do its work twice.
 */
export function startChore(
  { everyMs, failure, run }: Chore,
  { logged, log }: Pick<Kit, 'logged' | 'log'>,
): StartedChore {
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
  let timer: NodeJS.Timeout;
  const begin = (ms: number): void => {
    timer = setTimeout(() => {
      begin(everyMs);
      void once();
    }, ms).unref();
  };
  begin(Math.min(everyMs, FIRST_MS.from + Math.random() * FIRST_MS.spread));
  return { stop: () => clearTimeout(timer) };
}
