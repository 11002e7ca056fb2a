import type { Uuid } from '@klieg/kernel';
import type { RoomHub } from '../rooms/index.ts';
import { keyOf, type Pair } from './private-news.ts';

/**
 * How long the payer of a private has had no page of its room, in milliseconds, as far as this node knows; 0 while
 * there is one. Changes on other nodes arrive a little later, so nothing may depend on a short time.
 */
export type AwayMs = (pair: Pair) => number;

/** Beyond this the oldest are forgotten and count from zero again. */
const KEPT_MAX = 10_000;

/** @param now monotonic milliseconds */
export function makeAwayClock(hub: Pick<RoomHub, 'find'>, now: () => number): AwayMs {
  const since = new Map<Uuid, number>();
  return ({ show, owner, payer }) => {
    const presence = hub.find(owner.username)?.presence;
    const key = keyOf(payer.id);
    // A node without the room cannot know; another one that has it looks as well.
    const isHere = !presence || presence.socketsOf(key).length > 0 || presence.isElsewhere(key);
    if (isHere) {
      since.delete(show.id);
      return 0;
    }
    const from = since.get(show.id) ?? now();
    since.set(show.id, from);
    if (since.size > KEPT_MAX) since.delete(since.keys().next().value!);
    return now() - from;
  };
}
