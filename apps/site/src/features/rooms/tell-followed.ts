import type { Payload } from '@klieg/contract';
import type { Clock } from '@klieg/kernel';
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

/**
 * News of a follower: to the streamer and to the follower's own pages; viewers of the room are not told who follows.
 * The streamer sees people of level 1 and 2, staff stay nameless (F2).
 */
export function makeTellFollowed({ feed, hub, notifyLater, clock }: Deps) {
  return (follower: Account, model: Account, followers: number): void => {
    const own: Payload<'v3.new_follower'> = { username: follower.username, followers, at: clock.now() };
    const isNameless = isAllowed('work_for_house', { account: follower });
    const told = isNameless ? { followers, at: own.at } : own;
    feed.send(model.id, 'v3.new_follower', told);
    feed.send(follower.id, 'v3.new_follower', own);
    const name = 'v3.new_follower';
    hub.command(model.username, { kind: 'tell', personKey: accountKey(model.id), name, payload: told });
    hub.command(model.username, { kind: 'tell', personKey: accountKey(follower.id), name, payload: own });
    const notice = { kind: 'new_follower', url: null } as const;
    notifyLater(
      model.id,
      isNameless
        ? { ...notice, code: 'follower_nameless', params: {} }
        : { ...notice, code: 'follower_new', params: { username: follower.username } },
    );
  };
}
