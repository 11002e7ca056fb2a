import type { Socket } from '#site/platform/sockets/index.ts';
import type { SiteCaller } from '../../sessions/index.ts';

/** Open sockets of one kind per account; guests have half (W4). */
const SOCKETS_MAX = { account: 8, guest: 4 };

/** Counts the open sockets of each person on this node. Over the limit the oldest hidden page is closed. */
export interface SocketLimit {
  /** Admits a socket. @returns false where there is no place for it */
  take(caller: SiteCaller, socket: Socket): boolean;
  leave(caller: SiteCaller, socket: Socket): void;
}

export function makeSocketLimit(): SocketLimit {
  const byCaller = new Map<string, Set<Socket>>();
  const take: SocketLimit['take'] = (caller, socket) => {
    const mine = byCaller.get(caller.key) ?? new Set();
    byCaller.set(caller.key, mine);
    // A page that left before it was admitted is announced to nobody.
    for (const other of mine) if (!other.isOpen) mine.delete(other);
    if (mine.size >= SOCKETS_MAX[caller.isLoggedIn ? 'account' : 'guest']) {
      const hidden = [...mine].find((other) => !other.isVisible);
      if (!hidden) return false;
      hidden.close(4409, 'too many pages');
      mine.delete(hidden);
    }
    mine.add(socket);
    return true;
  };
  return {
    take,
    leave({ key }, socket) {
      const mine = byCaller.get(key);
      mine?.delete(socket);
      if (mine?.size === 0) byCaller.delete(key);
    },
  };
}
