import type { Payload } from '@klieg/contract';
import type { Clock } from '@klieg/kernel';
import type { Socket } from '../../platform/sockets/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { mayEnter } from './access/entry-rules.ts';
import type { GuardedRoomStore } from './access/guarded-room-store.ts';
import type { StatusBoard } from './status-board.ts';

/** Which rooms the lists of a page follow. Rooms that the caller may not enter are reported only as offline. */
export interface WatchStatuses {
  start(socket: Socket, caller: SiteCaller, usernames: readonly string[]): Promise<void>;
  stop(socket: Socket, usernames: readonly string[] | undefined): Promise<void>;
  /** The page is gone. */
  leave(socket: Socket): void;
  /** Somebody's rules changed: pages of people they keep out hear no more of the room. */
  onRules(owner: Account): void;
}

export function makeWatchStatuses(deps: {
  readonly board: StatusBoard;
  readonly accounts: Pick<AccountStore, 'listByUsernames'>;
  readonly guarded: GuardedRoomStore;
  readonly clock: Clock;
}): WatchStatuses {
  const { board } = deps;
  const callers = new Map<Socket, SiteCaller>();
  // What a page asks for is done in its order.
  const lastOf = new WeakMap<Socket, Promise<unknown>>();
  const inTurn = (socket: Socket, work: () => Promise<void> | void): Promise<void> => {
    const next = (lastOf.get(socket) ?? Promise.resolve()).then(work);
    lastOf.set(
      socket,
      next.catch(() => undefined),
    );
    return next;
  };

  let ruleChanges = 0;
  const listShut = async (usernames: readonly string[], caller: SiteCaller): Promise<ReadonlySet<string>> => {
    const before = ruleChanges;
    const guarded = await deps.accounts.listByUsernames(await deps.guarded.listGuarded(usernames));
    // A change made during the read may be missing from it.
    if (ruleChanges !== before) return listShut(usernames, caller);
    return new Set(guarded.filter((owner) => !mayEnter(owner, caller)).map(({ username }) => username));
  };

  const stateOf = (username: string): Payload<'v3.lobby.status.to_user'>['statuses'] => {
    const known = board.of(username);
    if (!known) return [];
    const { status, userCount, thumbSmall } = known;
    return [
      { username, status, user_count: userCount, ...(thumbSmall !== null && { thumb_small: thumbSmall }) },
    ];
  };

  return {
    start: (socket, caller, usernames) =>
      inTurn(socket, async () => {
        const shut = await listShut(usernames, caller);
        if (!socket.isOpen) return;
        callers.set(socket, caller);
        const open = new Set(
          board.watch(
            socket,
            usernames.filter((name) => !shut.has(name)),
          ),
        );
        // Names of closed rooms are answered like unknown ones.
        socket.send('v3.lobby.status.start', {
          usernames: usernames.filter((name) => open.has(name) || shut.has(name)),
        });
        socket.send('v3.lobby.status.to_user', {
          seq: deps.clock.now(),
          statuses: [...open].flatMap(stateOf),
        });
      }),
    stop: (socket, usernames) =>
      inTurn(socket, () => {
        const dropped = board.unwatch(socket, usernames);
        socket.send('v3.lobby.status.stop', { usernames: dropped.slice(0, 100) });
      }),
    leave(socket) {
      callers.delete(socket);
      board.unwatch(socket);
    },
    onRules(owner) {
      ruleChanges++;
      for (const socket of board.watchersOf(owner.username)) {
        const caller = callers.get(socket);
        if (caller && !mayEnter(owner, caller)) board.unwatch(socket, [owner.username]);
      }
    },
  };
}
