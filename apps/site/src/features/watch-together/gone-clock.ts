import type { AccountId, Uuid } from '@klieg/kernel';
import type { RoomHub } from '../rooms/index.ts';
import { keyOf } from '../shows/index.ts';

/**
 * How long somebody of a watch has had no page of its room, in milliseconds, as far as this node knows: 0 while there
 * is one, and on a node without the room, since another node that has it checks as well.
 */
export type GoneMs = (watchId: Uuid, username: string, accountId: AccountId) => number;

/** Beyond this the oldest are forgotten and count from zero again. */
const KEPT_MAX = 10_000;

/** @param now monotonic milliseconds */
export function makeGoneClock(hub: Pick<RoomHub, 'find'>, now: () => number): GoneMs {
  const since = new Map<string, number>();
  return (watchId, username, accountId) => {
    const presence = hub.find(username)?.presence;
    const [person, name] = [keyOf(accountId), `${watchId} ${accountId}`];
    if (!presence || presence.socketsOf(person).length > 0 || presence.isElsewhere(person)) {
      since.delete(name);
      return 0;
    }
    const from = since.get(name) ?? now();
    since.set(name, from);
    if (since.size > KEPT_MAX) since.delete(since.keys().next().value!);
    return now() - from;
  };
}
