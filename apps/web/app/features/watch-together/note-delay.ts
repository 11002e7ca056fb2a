import type { Payload } from '@klieg/contract';

/**
 * The least time from a stamp to its arrival. Neither clock has to be right, since only their difference enters: the
 * message that was fastest tells it best. What stands still says nothing of when it was told.
 */
export function noteDelay(
  before: number | null,
  told: Pick<Payload<'v3.watch.update'>, 'playing' | 'at'>,
  receivedAt: number,
): number | null {
  if (!told.playing) return before;
  const delay = receivedAt - told.at;
  return before === null ? delay : Math.min(before, delay);
}
