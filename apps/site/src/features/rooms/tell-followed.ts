import type { Payload } from '@klieg/contract';
import type { Clock } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import { type Account, accountKey } from '../identity/index.ts';
import { isAllowed } from '../permissions/index.ts';
import type { AccountFeed } from '#site/platform/sockets/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import type { RoomHub } from './hub/room-hub.ts';

interface Deps {
  readonly feed: AccountFeed;
  readonly hub: RoomHub;
  readonly notifyLater: NotificationsFeature['notifyLater'];
  readonly clock: Clock;
}

const TOLD_MAX = 20_000;

/**
 * News of a follower: to the streamer and to the follower's own pages; viewers of the room are not told who follows.
 * The streamer sees people of level 1 and 2, staff stay nameless (F2).
 */
export function makeTellFollowed({ feed, hub, notifyLater, clock }: Deps) {
  /** When a streamer was last told of somebody: whoever follows and unfollows all day is one line of the day. */
  const toldAt = new Map<string, number>();
  const isToldToday = (model: Account, follower: Account): boolean => {
    const key = `${model.id} ${follower.id}`;
    if (clock.now() - (toldAt.get(key) ?? -DAY_MS) < DAY_MS) return true;
    toldAt.delete(key);
    toldAt.set(key, clock.now());
    // Insertion order is order of time, so the oldest comes first.
    if (toldAt.size > TOLD_MAX) toldAt.delete(toldAt.keys().next().value!);
    return false;
  };
  return (follower: Account, model: Account, followers: number): void => {
    const own: Payload<'v3.new_follower'> = { username: follower.username, followers, at: clock.now() };
    const isNameless = isAllowed('work_for_house', { account: follower });
    const told = isNameless ? { followers, at: own.at } : own;
    feed.send(model.id, 'v3.new_follower', told);
    feed.send(follower.id, 'v3.new_follower', own);
    const name = 'v3.new_follower';
    hub.command(model.username, { kind: 'tell', personKey: accountKey(model.id), name, payload: told });
    hub.command(model.username, { kind: 'tell', personKey: accountKey(follower.id), name, payload: own });
    if (isToldToday(model, follower)) return;
    const notice = { kind: 'new_follower', url: null } as const;
    notifyLater(
      model.id,
      isNameless
        ? { ...notice, code: 'follower_nameless', params: {} }
        : { ...notice, code: 'follower_new', params: { username: follower.username } },
    );
  };
}
