import type { AccountId } from '@klieg/kernel';
import type { RoomHub } from '../rooms/index.ts';
import { keyOf } from '../shows/index.ts';

/**
 * How long somebody has had no page of a room, in milliseconds, as far as this node knows; 0 while there is one.
 * Undefined: this node does not have the room, and cannot know.
 */
export type AwayMs = (username: string, viewerId: AccountId) => number | undefined;

/** Beyond this the oldest are forgotten and count from zero again. */
const KEPT_MAX = 10_000;

/** @param now monotonic milliseconds */
export function makeAwayClock(hub: Pick<RoomHub, 'find'>, now: () => number): AwayMs {
  const since = new Map<string, number>();
  return (username, viewerId) => {
    const presence = hub.find(username)?.presence;
    if (!presence) return undefined;
    const key = keyOf(viewerId);
    const place = `${username} ${key}`;
    if (presence.socketsOf(key).length > 0 || presence.isElsewhere(key)) {
      since.delete(place);
      return 0;
    }
    const from = since.get(place) ?? now();
    since.set(place, from);
    if (since.size > KEPT_MAX) since.delete(since.keys().next().value!);
    return now() - from;
  };
}
