import { type EventName, FRIENDS_MAX, type Payload, ROOMS_MAX } from '@klieg/contract';
import { AppError, type Log } from '@klieg/kernel';
import type { Socket } from '../../platform/sockets/index.ts';
import type { FriendStore } from '../friends/index.ts';
import type { Account } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { Inbox } from './inbox.ts';
import type { ConversationStore } from './conversation-store.ts';
import type { MessageStore } from './message-store.ts';
import type { FindPartner } from './partner.ts';
import { type Messenger, previewOf } from './send-message.ts';

interface Deps {
  readonly messenger: Messenger;
  readonly inbox: Inbox;
  readonly messages: MessageStore;
  readonly conversations: ConversationStore;
  readonly friends: FriendStore;
  readonly findPartner: FindPartner;
  readonly log: Log;
}

const RETRY_MS = 1_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Handles a lobby message about private messages. @returns false for one of another feature */
export type TakeMessage = (
  socket: Socket,
  caller: SiteCaller,
  name: EventName,
  payload: Record<string, unknown>,
) => boolean;

/** The lobby's way of everything that the calls do too (S2904). */
export function makeDirectMessagesSocket(deps: Deps): TakeMessage {
  const { inbox, messages, conversations } = deps;

  const decide = async (caller: SiteCaller, given: Payload<'v3.pm.send'>): Promise<Payload<'v3.ack'>> => {
    const account = caller.account!;
    const refuse = (errorType: string) => ({ client_id: given.client_id, status: 0, errorType });
    const username = given.username.toLowerCase();
    if (!UUID.test(given.client_id) || username === account.username) return refuse('invalid_message');
    const partner = await deps.findPartner(caller, username);
    const sent = await deps.messenger.send(account, partner, {
      clientId: given.client_id,
      text: given.message,
    });
    if (!sent.ok) return refuse(sent.reason);
    return { client_id: given.client_id, status: 1, id: sent.message.id, at: sent.message.at.getTime() };
  };

  const send = async (socket: Socket, caller: SiteCaller, given: Payload<'v3.pm.send'>) => {
    try {
      socket.send('v3.ack', await decide(caller, given));
    } catch (error) {
      const isAbsent = error instanceof AppError && error.code === 'direct_messages.not_found';
      if (!isAbsent) deps.log.error({ err: error }, 'a private message could not be handled');
      socket.send('v3.ack', {
        client_id: given.client_id,
        status: 0,
        ...(isAbsent ? { errorType: 'not_found' } : { errorType: 'unavailable', retry_after_ms: RETRY_MS }),
      });
    }
  };

  const list = async (socket: Socket, { id }: Account, asked: Payload<'v3.pm.list'>) => {
    if (asked.sort) await conversations.saveSort(id, asked.sort);
    const sort = asked.sort ?? (await conversations.sortOf(id));
    const limit = Math.min(Math.max(asked.limit ?? ROOMS_MAX, 1), ROOMS_MAX);
    // Taken before the list is read, so that anything arriving meanwhile is newer.
    const seq = await messages.nextSeq();
    const [rooms, friends] = await Promise.all([
      inbox.list(id, { sort, offset: 0, limit, ...(asked.before && { before: new Date(asked.before) }) }),
      deps.friends.list(id, '', FRIENDS_MAX),
    ]);
    socket.send('v3.pm.list', {
      seq,
      sort,
      limit,
      chats: rooms.map((room) => ({
        username: room.username,
        unread: room.unread,
        last_message: previewOf(room.last?.text ?? ''),
        at: room.lastAt.getTime(),
        is_open: room.isOpen,
        is_friend: room.friend === 'CONFIRMED',
      })),
      friendList: friends.map(({ username, status }) => ({ username, status })),
      limits: { friends: FRIENDS_MAX, rooms: ROOMS_MAX },
      open: rooms.filter(({ isOpen }) => isOpen).map(({ username }) => username),
      unread: rooms.filter(({ unread }) => unread > 0).map(({ username }) => username),
    });
  };

  // Messages of one page are handled in order; the socket's rate limit bounds the queue.
  const lastOf = new WeakMap<Socket, Promise<void>>();
  const inTurn = (socket: Socket, work: () => Promise<void>): void =>
    void lastOf.set(socket, (lastOf.get(socket) ?? Promise.resolve()).then(work));

  /** Messages without an ack report failure by v3.error. */
  const run = (socket: Socket, event: EventName, work: () => Promise<unknown>): void =>
    inTurn(socket, () =>
      work().then(
        () => undefined,
        (error: unknown) => {
          const isAbsent = error instanceof AppError;
          if (!isAbsent)
            deps.log.error({ err: error, event }, 'a private message event could not be handled');
          socket.send('v3.error', { errorType: isAbsent ? 'not_found' : 'unavailable', event });
        },
      ),
    );

  return (socket, caller, name, payload) => {
    const { account } = caller;
    switch (name) {
      case 'v3.pm.send': {
        const given = payload as Payload<'v3.pm.send'>;
        if (account) inTurn(socket, () => send(socket, caller, given));
        else socket.send('v3.ack', { client_id: given.client_id, status: 0, errorType: 'guest' });
        return true;
      }
      case 'v3.pm.close':
      case 'v3.pm.read':
      case 'v3.pm.list':
        if (!account) return socket.send('v3.error', { errorType: 'guest', event: name }) || true;
        if (name === 'v3.pm.list')
          run(socket, name, () => list(socket, account, payload as Payload<'v3.pm.list'>));
        else if (name === 'v3.pm.close')
          run(socket, name, () => inbox.close(account, (payload as Payload<'v3.pm.close'>).username));
        else {
          const { username, id } = payload as Payload<'v3.pm.read'>;
          if (!UUID.test(id)) socket.send('v3.error', { errorType: 'invalid_message', event: name });
          else run(socket, name, () => inbox.markRead(account, username, id));
        }
        return true;
      default:
        return false;
    }
  };
}
