import type { Payload } from '@klieg/contract';

/**
 * The shortest time from a stamp to its arrival. Neither clock has to be right, since only their difference counts: the
 * fastest message shows it best. A paused video says nothing about when the message was sent.
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
