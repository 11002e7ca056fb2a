import type { EventName, Payload } from '@klieg/contract';
import type { Bus, Unsubscribe } from '@klieg/contract/bus';
import type { AccountId } from '@klieg/kernel';
import type { Socket } from './socket.ts';

interface FeedMessage {
  readonly name: EventName;
  readonly payload: Payload<EventName>;
}

/** Events to every open page of one account, on any node. */
export interface AccountFeed {
  send<N extends EventName>(accountId: AccountId, name: N, payload: Payload<N>): void;
  attach(accountId: AccountId, socket: Socket): void;
  detach(accountId: AccountId, socket: Socket): void;
  pagesOf(accountId: AccountId): readonly Socket[];
  /** Called when this node's first page of an account came, and when its last went. */
  onPages(handler: (accountId: AccountId, hasPages: boolean) => void): void;
}

const subjectOf = (accountId: AccountId): string => `account.${accountId}`;

export function makeAccountFeed(bus: Bus): AccountFeed {
  let tell: (accountId: AccountId, hasPages: boolean) => void = () => undefined;
  const pages = new Map<AccountId, { readonly sockets: Set<Socket>; readonly stop: Unsubscribe }>();

  return {
    send: (accountId, name, payload) => bus.publish(subjectOf(accountId), { name, payload }),
    attach(accountId, socket) {
      const known = pages.get(accountId);
      if (known) return void known.sockets.add(socket);
      const sockets = new Set([socket]);
      const stop = bus.subscribe(subjectOf(accountId), (message) => {
        const { name, payload } = message as FeedMessage;
        for (const page of sockets) page.send(name, payload);
      });
      pages.set(accountId, { sockets, stop });
      tell(accountId, true);
    },
    detach(accountId, socket) {
      const known = pages.get(accountId);
      if (!known?.sockets.delete(socket) || known.sockets.size > 0) return;
      known.stop();
      pages.delete(accountId);
      tell(accountId, false);
    },
    onPages(handler) {
      tell = handler;
    },
    pagesOf: (accountId) => [...(pages.get(accountId)?.sockets ?? [])],
  };
}
