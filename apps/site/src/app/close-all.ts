import type { Log } from '@klieg/kernel';

/** What ends something that was started. */
export type Close = () => Promise<unknown>;

/** Ends everything, the newest first. One that fails is logged, and the others are ended all the same. */
export async function closeAll(closers: readonly Close[], log: Log): Promise<void> {
  for (const close of closers.toReversed()) {
    try {
      await close();
    } catch (err) {
      log.error({ err }, 'a part could not be ended in order');
    }
  }
}
