import type { ChatStatus } from '@klieg/contract';
import { readChatStatus } from './chat-status.ts';
import type { LobbyClient } from './lobby-client.ts';

/** What the lobby last said about a room that is shown as a card. */
export interface RoomStatus {
  readonly status: ChatStatus;
  readonly thumbUrl?: string;
  readonly viewers?: number;
}

/** Rooms that one page may watch at once, and rooms in one message (event 16). */
const WATCHED_MAX = 300;
const MESSAGE_MAX = 100;
/** Changes of the watched set within this time go out together. */
const GATHER_MS = 200;

export interface RoomStatuses {
  get(username: string): RoomStatus | undefined;
  subscribe(listener: () => void): () => void;
  /** Watches rooms until the returned function is called; a room may be watched by several parts. */
  watch(usernames: readonly string[]): () => void;
}

const inSlices = (names: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(names.length / MESSAGE_MAX) }, (_, slice) =>
    names.slice(slice * MESSAGE_MAX, (slice + 1) * MESSAGE_MAX),
  );

interface StatusOnWire {
  readonly username: string;
  readonly status: string;
  readonly thumb_small?: string | null | undefined;
  readonly user_count?: number | null | undefined;
}

/** Live states of the rooms on the screen; the set is sent again after each connection (S110). */
export function makeRoomStatuses(lobby: LobbyClient): RoomStatuses {
  const known = new Map<string, RoomStatus>();
  const wanted = new Map<string, number>();
  let sent = new Set<string>();
  let gather: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();

  const take = ({ username, status, thumb_small: thumbUrl, user_count: viewers }: StatusOnWire) => {
    const named = readChatStatus(status);
    if (!named) return;
    const before = known.get(username);
    const thumb = thumbUrl ?? before?.thumbUrl;
    const count = viewers ?? before?.viewers;
    known.set(username, {
      status: named,
      ...(thumb !== undefined && { thumbUrl: thumb }),
      ...(count !== undefined && { viewers: count }),
    });
  };
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const send = () => {
    gather = undefined;
    if (lobby.get().phase.kind !== 'ready') return;
    const target = new Set([...wanted.keys()].slice(0, WATCHED_MAX));
    const added = [...target].filter((name) => !sent.has(name));
    const dropped = [...sent].filter((name) => !target.has(name));
    for (const usernames of inSlices(dropped)) lobby.send('v3.lobby.status.stop', { usernames });
    for (const usernames of inSlices(added)) lobby.send('v3.lobby.status.start', { usernames });
    sent = target;
  };
  const schedule = () => {
    gather ??= setTimeout(send, GATHER_MS);
  };

  lobby.onReady(() => {
    sent = new Set();
    schedule();
  });
  lobby.on('v3.lobby.status.to_user', ({ statuses }) => {
    for (const status of statuses) take(status as StatusOnWire);
    tell();
  });
  lobby.on('v3.lobby.status.update', (status) => {
    take(status);
    tell();
  });

  return {
    get: (username) => known.get(username),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    watch: (usernames) => {
      for (const name of usernames) wanted.set(name, (wanted.get(name) ?? 0) + 1);
      schedule();
      return () => {
        for (const name of usernames) {
          const count = (wanted.get(name) ?? 1) - 1;
          if (count > 0) wanted.set(name, count);
          else wanted.delete(name);
        }
        schedule();
      };
    },
  };
}
