import type { ChatStatus, Payload } from '@klieg/contract';
import type { Bus, Unsubscribe } from '@klieg/contract/bus';
import type { Socket } from '../../platform/sockets/index.ts';

/** Most rooms that one page may watch at once. */
export const WATCHED_MAX = 300;
/** At most one update per room in this time. */
export const UPDATE_MS = 2_000;

export interface RoomStatus {
  readonly username: string;
  readonly status: ChatStatus;
  readonly thumbSmall: string | null;
  readonly userCount: number;
}

/** State of rooms shown as cards; every node hears every change. */
export interface StatusBoard {
  /** Tells all nodes; called by the node where the change happened. */
  announce(status: RoomStatus): void;
  /** Hears changes of all nodes, including this one. */
  onChange(handler: (status: RoomStatus) => void): void;
  of(username: string): RoomStatus | undefined;
  /** @returns the names that the page now watches; more than 300 are left out */
  watch(socket: Socket, usernames: readonly string[]): string[];
  /** @returns the names that were dropped; without a list all */
  unwatch(socket: Socket, usernames?: readonly string[]): string[];
  /** Pages that watch a room. */
  watchersOf(username: string): readonly Socket[];
  close(): void;
}

const SUBJECT = 'room-status';

export function makeStatusBoard(bus: Bus): StatusBoard {
  const statuses = new Map<string, RoomStatus>();
  const watchers = new Map<string, Set<Socket>>();
  const watched = new Map<Socket, Set<string>>();
  const waiting = new Map<string, NodeJS.Timeout>();
  const sentAt = new Map<string, number>();
  const handlers: ((status: RoomStatus) => void)[] = [];

  const tell = (username: string) => {
    waiting.delete(username);
    sentAt.set(username, Date.now());
    const status = statuses.get(username)!;
    const payload: Payload<'v3.lobby.status.update'> = {
      seq: Date.now(),
      username,
      status: status.status,
      user_count: status.userCount,
      ...(status.thumbSmall !== null && { thumb_small: status.thumbSmall }),
    };
    for (const socket of watchers.get(username) ?? []) socket.send('v3.lobby.status.update', payload);
  };

  const stop: Unsubscribe = bus.subscribe(SUBJECT, (message) => {
    const status = message as RoomStatus;
    statuses.set(status.username, status);
    for (const handler of handlers) handler(status);
    if (!watchers.has(status.username) || waiting.has(status.username)) return;
    const rest = UPDATE_MS - (Date.now() - (sentAt.get(status.username) ?? 0));
    if (rest <= 0) tell(status.username);
    else waiting.set(status.username, setTimeout(() => tell(status.username), rest).unref());
  });

  const drop = (socket: Socket, username: string) => {
    const set = watchers.get(username);
    set?.delete(socket);
    if (set?.size === 0) watchers.delete(username);
  };

  return {
    announce: (status) => bus.publish(SUBJECT, status),
    onChange: (handler) => void handlers.push(handler),
    of: (username) => statuses.get(username),
    watch(socket, usernames) {
      const mine = watched.get(socket) ?? new Set();
      watched.set(socket, mine);
      const accepted = usernames.filter((name) => mine.has(name) || mine.size < WATCHED_MAX);
      for (const name of accepted) {
        if (mine.size >= WATCHED_MAX && !mine.has(name)) break;
        mine.add(name);
        const set = watchers.get(name) ?? new Set();
        set.add(socket);
        watchers.set(name, set);
      }
      return accepted.filter((name) => mine.has(name));
    },
    unwatch(socket, usernames) {
      const mine = watched.get(socket);
      if (!mine) return [];
      const dropped = (usernames ?? [...mine]).filter((name) => mine.delete(name));
      for (const name of dropped) drop(socket, name);
      if (mine.size === 0) watched.delete(socket);
      return dropped;
    },
    watchersOf: (username) => [...(watchers.get(username) ?? [])],
    close: () => stop(),
  };
}
