import type { Payload } from '@klieg/contract';
import { AppError, type AccountId } from '@klieg/kernel';
import type { AccountFeed } from '#site/platform/sockets/index.ts';
import { type Account, accountKey, type AccountStore } from '../../identity/index.ts';
import type { RoomHub, RoomStore } from '../../rooms/index.ts';
import type { KeptApart } from './kept-apart.ts';
import type { LinePlace, LineStore } from './line-store.ts';
import { mayAsk } from './private-rules.ts';

type PlaceNews = Payload<'v3.private.place'>;

/** The waiting line for a private (no request, nothing held), and nudges between the two sides. */
export interface PrivateLine {
  /** A repeat keeps the place. @throws shows.private_unavailable where nobody can be waited for, or too many wait */
  join(account: Account, owner: Account): Promise<LinePlace>;
  leave(account: Account, owner: Account): Promise<void>;
  /** The room is free again: the first in line who is there is nudged. */
  roomIsFree(owner: Account): Promise<void>;
  /** Somebody in the line has sent a request, so they leave the line. */
  hasAsked(accountId: AccountId, owner: Account): Promise<void>;
  /** Ends lines of closed rooms, and removes people who were removed from a room or are suspended. */
  sweep(): Promise<void>;
  /** @throws shows.ping_limit */
  ping(
    from: Account,
    to: Account,
    news: { readonly kind: 'viewer_asks' | 'model_invites'; readonly price: number },
  ): Promise<void>;
}

export function makePrivateLine(deps: {
  readonly lines: LineStore;
  readonly accounts: Pick<AccountStore, 'findById' | 'listByIds'>;
  readonly rooms: Pick<RoomStore, 'get' | 'listOf'>;
  readonly apart: KeptApart;
  readonly hub: Pick<RoomHub, 'find'>;
  readonly feed: AccountFeed;
  readonly now: () => number;
}): PrivateLine {
  const { lines, feed } = deps;

  const tell = (accountId: AccountId, owner: Account, rest: Omit<PlaceNews, 'seq' | 'username'>) =>
    feed.send(accountId, 'v3.private.place', { seq: deps.now(), username: owner.username, ...rest });

  const drop = async (accountId: AccountId, owner: Account, reason: PlaceNews['reason']): Promise<void> => {
    const before = await lines.list(owner.id);
    if (!(await lines.leave(owner.id, accountId))) return;
    tell(accountId, owner, { ...(reason && { reason }) });
    const waiting = await lines.list(owner.id);
    for (const [at, id] of waiting.entries())
      if (before[at] !== id) tell(id, owner, { place: at + 1, length: waiting.length });
  };

  /** With a page of the room; where this node does not have the room, nobody is known to be away. */
  const isHere = (owner: Account, accountId: AccountId): boolean => {
    const presence = deps.hub.find(owner.username)?.presence;
    const key = accountKey(accountId);
    return presence === undefined || presence.socketsOf(key).length > 0 || presence.isElsewhere(key);
  };
  const listSuspended = async (ids: readonly AccountId[]): Promise<ReadonlySet<AccountId>> => {
    const people = await deps.accounts.listByIds(ids);
    return new Set(people.filter(({ suspendedAt }) => suspendedAt !== null).map(({ id }) => id));
  };

  return {
    async join(account, owner) {
      const room = await deps.rooms.get(owner.id);
      const isWaitable =
        owner.settings.private_enabled &&
        !owner.isVoyeurCam &&
        room.status !== 'offline' &&
        room.status !== 'connected';
      const apart = await deps.apart.list([{ ownerId: owner.id, accountId: account.id }]);
      if (!isWaitable || apart.size > 0) throw new AppError('shows.private_unavailable');
      const place = await lines.join(owner.id, account.id);
      if (!place) throw new AppError('shows.private_unavailable');
      tell(account.id, owner, place);
      return place;
    },
    leave: (account, owner) => drop(account.id, owner, 'left'),
    hasAsked: (accountId, owner) => drop(accountId, owner, 'started'),
    async roomIsFree(owner) {
      const waiting = await lines.list(owner.id);
      const [room, suspended] = await Promise.all([deps.rooms.get(owner.id), listSuspended(waiting)]);
      const able = waiting.filter((id) => !suspended.has(id));
      // Where none of them has a page of the room, the first may have one of another.
      const first = able.find((id) => isHere(owner, id)) ?? able[0];
      if (first === undefined || !mayAsk(room.status, owner.settings)) return;
      feed.send(first, 'v3.private.ping', {
        from: owner.username,
        kind: 'model_invites',
        cost_per_minute: owner.settings.private_cost,
      });
    },
    async sweep() {
      const waiting = await lines.listAll();
      if (waiting.length === 0) return;
      const roomIds = [...new Set(waiting.map(({ roomId }) => roomId))];
      const [rows, owners, apart, suspended] = await Promise.all([
        deps.rooms.listOf(roomIds),
        deps.accounts.listByIds(roomIds),
        deps.apart.list(waiting.map(({ roomId, accountId }) => ({ ownerId: roomId, accountId }))),
        listSuspended(waiting.map(({ accountId }) => accountId)),
      ]);
      const ownerOf = new Map(owners.map((owner) => [owner.id, owner]));
      for (const { accountId } of rows.filter(({ status }) => status === 'offline')) {
        const owner = ownerOf.get(accountId);
        const dropped = await lines.clear(accountId);
        if (owner) for (const id of dropped) tell(id, owner, { reason: 'offline' });
      }
      for (const [at, { roomId, accountId }] of waiting.entries()) {
        if (!apart.has(at) && !suspended.has(accountId)) continue;
        const owner = ownerOf.get(roomId);
        if (owner) await drop(accountId, owner, 'expired');
      }
    },
    async ping(from, to, { kind, price }) {
      if (!(await lines.notePing(from.id, to.id))) throw new AppError('shows.ping_limit');
      const [ownerId, accountId] = kind === 'model_invites' ? [from.id, to.id] : [to.id, from.id];
      if ((await deps.apart.list([{ ownerId, accountId }])).size > 0) return;
      feed.send(to.id, 'v3.private.ping', { from: from.username, kind, cost_per_minute: price });
    },
  };
}
