import type { AccountId } from '@klieg/kernel';
import { accountKey } from '../identity/index.ts';
import type { RoomHub } from './hub/room-hub.ts';

/**
 * How long somebody has had no page of a room, in milliseconds, as far as this node knows: 0 while there is one, and
 * at least 1 while there is none, so that whoever is not there never counts as there.
 * Changes on other nodes arrive a little later, so nothing may depend on a short time. Undefined: this node does not
 * have the room and cannot know; another one that has it looks as well.
 * @param what the show or turn that the time is counted for: each is asked about again and again while it lasts, so that
 * what is known of one that is over says nothing of the next
 */
export type AwayMs = (room: string, accountId: AccountId, what: string) => number | undefined;

/** Beyond this the oldest are forgotten and count from zero again. */
const KEPT_MAX = 10_000;

/** @param now monotonic milliseconds */
export function makeAwayClock(hub: Pick<RoomHub, 'find'>, now: () => number): AwayMs {
  const since = new Map<string, number>();
  return (room, accountId, what) => {
    const presence = hub.find(room)?.presence;
    const key = accountKey(accountId);
    const name = `${what} ${key}`;
    if (!presence || presence.socketsOf(key).length > 0 || presence.isElsewhere(key)) {
      since.delete(name);
      return presence && 0;
    }
    const from = since.get(name) ?? now();
    since.set(name, from);
    if (since.size > KEPT_MAX) since.delete(since.keys().next().value!);
    return Math.max(1, now() - from);
  };
}
