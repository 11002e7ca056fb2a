import type { Payload } from '@klieg/contract';
import type { AccountId, Clock } from '@klieg/kernel';
import { type Account, isStaff } from '../identity/index.ts';
import type { AccountFeed } from './account-feed.ts';
import type { RoomHub } from './room-hub.ts';

interface Deps {
  readonly feed: AccountFeed;
  readonly hub: RoomHub;
  readonly notify: (
    model: AccountId,
    notice: {
      readonly kind: 'new_follower';
      readonly title: string;
      readonly body: string;
      readonly url: null;
    },
  ) => Promise<void>;
  readonly clock: Clock;
  /** For a promise that nobody waits for. */
  readonly tell: (what: string) => (error: unknown) => void;
}

/**
 * News of a follower: to the streamer and to the follower's own pages; viewers of the room are not told
 * who follows. The streamer sees people of level 1 and 2, staff stay nameless (F2).
 */
export function makeTellFollowed({ feed, hub, notify, clock, tell }: Deps) {
  return (follower: Account, model: Account, followers: number): void => {
    const own: Payload<'v3.new_follower'> = { username: follower.username, followers, at: clock.now() };
    const told = isStaff(follower) ? { followers, at: own.at } : own;
    feed.send(model.id, 'v3.new_follower', told);
    feed.send(follower.id, 'v3.new_follower', own);
    const name = 'v3.new_follower';
    hub.order(model.username, { kind: 'tell', personKey: `a${model.id}`, name, payload: told });
    hub.order(model.username, { kind: 'tell', personKey: `a${follower.id}`, name, payload: own });
    notify(model.id, {
      kind: 'new_follower',
      title: 'New follower',
      body: isStaff(follower) ? 'Somebody follows you' : `${follower.username} follows you`,
      url: null,
    }).catch(tell('a notice could not be kept'));
  };
}
