import { makeAwayClock, type RoomHub } from '../../rooms/index.ts';
import type { Pair } from './private-news.ts';

/** How long the payer of a private has had no page of its room, in milliseconds, as far as this node knows. */
export type PayerAwayMs = (pair: Pair) => number;

/** @param now monotonic milliseconds */
export function makePayerAwayClock(hub: Pick<RoomHub, 'find'>, now: () => number): PayerAwayMs {
  const awayMs = makeAwayClock(hub, now);
  return ({ show, owner, payer }) => awayMs(owner.username, payer.id, show.id) ?? 0;
}
