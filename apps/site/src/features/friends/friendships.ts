import { FRIENDS_MAX, type ChatStatus, type FriendStatus } from '@klieg/contract';
import { type AccountId, AppError, type Log } from '@klieg/kernel';
import type { BlockStore } from '../blocks/index.ts';
import { type Account, type AccountStore, chosenInvisibleLevel, isSuspended } from '../identity/index.ts';
import type { Notify } from '../notifications/index.ts';
import { keepsOut } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { AccountFeed } from '../../platform/sockets/index.ts';
import { decideRequest, type RequestDecision } from './friend-rules.ts';
import type { FriendStore, ListedFriend, PairChange } from './friend-store.ts';
import type { OnlineBoard } from './online-board.ts';

interface Deps {
  readonly accounts: AccountStore;
  readonly friends: FriendStore;
  readonly blocks: BlockStore;
  readonly feed: AccountFeed;
  readonly online: OnlineBoard;
  readonly notify: Notify;
  /** State of a model's room; null for everybody else. */
  readonly roomStatusOf: (person: Account) => ChatStatus | null;
  readonly clock: { now(): number };
  readonly log: Log;
}

/** A friend as a list shows them. */
export interface ShownFriend extends ListedFriend {
  readonly isOnline: boolean;
}

/** Friends: ask, agree, end, and which of them are online (machine 29). */
export interface Friendships {
  /** @throws friends.not_found, friends.limit, friends.not_allowed */
  request(caller: SiteCaller, username: string): Promise<{ username: string; status: FriendStatus }>;
  /** @throws friends.not_found, friends.limit */
  accept(person: Account, username: string): Promise<{ username: string }>;
  /** Ends a friendship, declines or withdraws. @throws friends.not_found */
  remove(person: Account, username: string): Promise<{ username: string }>;
  /** Whatever is between them ends; the other one sees what a deletion shows. */
  onIgnored(person: Account, ignored: Account): Promise<void>;
  list(person: AccountId, after: string, limit: number): Promise<ShownFriend[]>;
  /** Tells friends that somebody came, went or changed whether they are seen. */
  announcePresence(id: AccountId): Promise<void>;
  expireRequests(): Promise<void>;
}

const EXPIRE_BATCH = 200;

/** Invisible people are offline for everybody (filter F2). */
const isInvisible = (person: Account): boolean => chosenInvisibleLevel(person) > 0;

const changeOf = (decision: RequestDecision): PairChange => {
  switch (decision.do) {
    case 'ask':
      return { to: 'requested', isUnseen: decision.isUnseen };
    case 'confirm':
      return { to: 'confirmed' };
    case 'nothing':
    case 'refuse':
      return null;
  }
};

export function makeFriendships(deps: Deps): Friendships {
  const { accounts, friends, blocks, feed, online } = deps;

  const target = async (username: string): Promise<Account> => {
    const found = await accounts.findByUsername(username);
    if (!found) throw new AppError('friends.not_found');
    return found;
  };

  const tellAsked = async (asker: Account, asked: Account, isUnseen: boolean) => {
    const seq = await friends.nextSeq();
    feed.send(asker.id, 'v3.user_friend.request', {
      seq,
      username: asked.username,
      status: 'REQUESTED',
      display_name: asked.displayName,
      avatar_url: asked.avatarUrl,
    });
    if (isUnseen) return;
    feed.send(asked.id, 'v3.user_friend.request', {
      seq,
      username: asker.username,
      status: 'TO_CONFIRM',
      display_name: asker.displayName,
      avatar_url: asker.avatarUrl,
    });
    await deps.notify(asked.id, {
      kind: 'friend_request',
      code: 'friend_asked',
      params: { name: asker.displayName },
      url: '/account/friends',
    });
  };

  const presenceOf = (person: Account) => {
    const roomStatus = deps.roomStatusOf(person);
    return {
      online: !isInvisible(person) && online.isOnline(person.id),
      ...(roomStatus !== null && { room_status: roomStatus }),
    };
  };

  const tellConfirmed = async (one: Account, two: Account) => {
    const seq = await friends.nextSeq();
    for (const [to, friend] of [
      [one, two],
      [two, one],
    ] as const) {
      feed.send(to.id, 'v3.user_friend.accepted', { seq, username: friend.username, status: 'CONFIRMED' });
      feed.send(to.id, 'v3.user_friend.status_update', {
        seq,
        username: friend.username,
        status: 'CONFIRMED',
        ...presenceOf(friend),
      });
    }
  };

  const tellDeleted = async (asker: Account, other: Account, isUnseen: boolean) => {
    const seq = await friends.nextSeq();
    feed.send(asker.id, 'v3.user_friend.deleted', { seq, username: other.username });
    if (!isUnseen) feed.send(other.id, 'v3.user_friend.deleted', { seq, username: asker.username });
  };

  /** @returns what the person saw of the pair before */
  const end = async (person: Account, other: Account): Promise<FriendStatus | null> => {
    const { seen, isUnseen } = await friends.change(person.id, other.id, (facts) => ({
      seen: facts.seen,
      isUnseen: facts.isUnseen,
      change: facts.seen === null ? null : { to: 'none' as const },
    }));
    if (seen !== null) await tellDeleted(person, other, isUnseen);
    return seen;
  };

  return {
    async request(caller, username) {
      const person = caller.account!;
      const other = await target(username);
      if (keepsOut(other, caller)) throw new AppError('friends.not_found');
      const [isIgnoring, isIgnored] = await Promise.all([
        blocks.isIgnoring(person.id, other.id),
        blocks.isIgnoring(other.id, person.id),
      ]);
      const { decision } = await friends.change(person.id, other.id, (facts) => {
        const decided = decideRequest({
          ...facts,
          isIgnoring,
          isIgnored,
          isOtherSuspended: isSuspended(other, deps.clock.now()),
          countMax: FRIENDS_MAX,
        });
        return { decision: decided, change: changeOf(decided) };
      });
      switch (decision.do) {
        case 'refuse':
          throw new AppError(decision.code);
        case 'nothing':
          return { username: other.username, status: decision.status };
        case 'confirm':
          await tellConfirmed(person, other);
          return { username: other.username, status: 'CONFIRMED' };
        case 'ask':
          await tellAsked(person, other, decision.isUnseen);
          return { username: other.username, status: 'REQUESTED' };
      }
    },
    async accept(person, username) {
      const other = await target(username);
      const { outcome } = await friends.change(person.id, other.id, ({ seen, ownCount }) => {
        if (seen === 'CONFIRMED') return { outcome: 'known' as const, change: null };
        if (seen !== 'TO_CONFIRM') return { outcome: 'absent' as const, change: null };
        if (ownCount >= FRIENDS_MAX) return { outcome: 'full' as const, change: null };
        return { outcome: 'done' as const, change: { to: 'confirmed' as const } };
      });
      if (outcome === 'absent') throw new AppError('friends.not_found');
      if (outcome === 'full') throw new AppError('friends.limit');
      if (outcome === 'done') await tellConfirmed(person, other);
      return { username: other.username };
    },
    async remove(person, username) {
      const other = await target(username);
      if ((await end(person, other)) === null) throw new AppError('friends.not_found');
      return { username: other.username };
    },
    async onIgnored(person, ignored) {
      await end(person, ignored);
    },
    async list(person, after, limit) {
      const listed = await friends.list(person, after, limit);
      const confirmed = listed.filter(({ status }) => status === 'CONFIRMED').map(({ id }) => id);
      const hidden = new Set((await accounts.listByIds(confirmed)).filter(isInvisible).map(({ id }) => id));
      return listed.map((friend) => ({
        ...friend,
        isOnline: friend.status === 'CONFIRMED' && !hidden.has(friend.id) && online.isOnline(friend.id),
      }));
    },
    async announcePresence(id) {
      const [person, to] = await Promise.all([accounts.findById(id), friends.listConfirmed(id)]);
      if (!person || to.length === 0) return;
      const seq = await friends.nextSeq();
      const update = { seq, username: person.username, status: 'CONFIRMED' as const, ...presenceOf(person) };
      for (const friend of to) feed.send(friend, 'v3.user_friend.status_update', update);
    },
    async expireRequests() {
      for (const { askerId, askedId, isUnseen } of await friends.expireRequests(EXPIRE_BATCH)) {
        const [asker, asked] = await Promise.all([accounts.findById(askerId), accounts.findById(askedId)]);
        if (asker && asked) await tellDeleted(asker, asked, isUnseen);
      }
    },
  };
}
