import type { callsByFeature } from '@klieg/contract';
import { type AccountId, AppError, toInstant } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { Account } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { SendBroadcast } from './broadcast-message.ts';
import type { Inbox } from './inbox.ts';
import type { ConversationStore } from './conversation-store.ts';
import type { KeepImage } from './keep-image.ts';
import type { MessageStore } from './message-store.ts';
import type { FindPartner, Partner } from './partner.ts';
import { presentMessage } from './present-message.ts';
import { type Messenger, previewOf, type SendRefusal } from './send-message.ts';

interface Deps {
  readonly messenger: Messenger;
  readonly inbox: Inbox;
  readonly messages: MessageStore;
  readonly conversations: ConversationStore;
  readonly findPartner: FindPartner;
  /** Which of these performers' rooms the caller may not enter. */
  readonly listShutRooms: (caller: SiteCaller, ids: readonly AccountId[]) => Promise<ReadonlySet<AccountId>>;
  readonly keepImage: KeepImage;
  readonly sendBroadcast: SendBroadcast;
  /** The person's own notes about the other one. */
  readonly notesOf: (person: Account, partner: Partner) => Promise<string>;
}

const LIMITS = { friends: 250, rooms: 250 } as const;

/** The refusal of a message as an HTTP error; its reason tells the page which sentence fits. */
export function refusalError(reason: SendRefusal): AppError {
  switch (reason) {
    case 'limit_reached':
      return new AppError('direct_messages.too_many_new', { params: { retry_after_seconds: 3_600 } });
    case 'silenced':
      return new AppError('direct_messages.silenced');
    case 'text_refused':
      return new AppError('compliance.text_refused');
    case 'conflict':
      return new AppError('common.idempotency_key_reused');
    case 'no_image':
      return new AppError('common.not_found');
    case 'invalid_message':
      return new AppError('common.invalid_input', {
        params: { fields: [{ path: 'text', reason: 'required', message: 'Please fill in this field' }] },
      });
    case 'blocked':
    case 'deleted':
    case 'not_allowed':
    case 'not_friend':
      return new AppError('direct_messages.not_allowed', { params: { reason } });
  }
}

export function makeDirectMessagesHandlers(
  deps: Deps,
): Handlers<(typeof callsByFeature)['direct-messages'], SiteCaller> {
  const { messenger, inbox, messages, conversations } = deps;

  return {
    async listConversations({ query }, { caller }) {
      const { id } = caller.account!;
      const offset = Number(query.cursor ?? 0);
      const [found, unreadTotal] = await Promise.all([
        inbox.list(id, { sort: query.sort, offset, limit: query.limit + 1 }),
        conversations.unreadTotal(id),
      ]);
      const shown = found.slice(0, query.limit);
      const shut = await deps.listShutRooms(
        caller,
        shown
          .filter(({ status }) => status !== null && status !== 'offline')
          .map(({ partnerId }) => partnerId),
      );
      return {
        items: shown.map((row) => ({
          username: row.username,
          displayName: row.displayName,
          avatarUrl: row.avatarUrl,
          status: shut.has(row.partnerId) ? 'offline' : row.status,
          friend: row.friend,
          unread: row.unread,
          last: row.last && {
            text: previewOf(row.last.text),
            at: toInstant(row.last.at),
            mine: row.last.isMine,
          },
          open: row.isOpen,
        })),
        next_cursor: found.length > query.limit ? String(offset + query.limit) : null,
        unread_total: unreadTotal,
        limits: LIMITS,
      };
    },
    async readConversation({ params, query }, { caller }) {
      const person = caller.account!;
      const partner = await deps.findPartner(caller, params.username);
      const [found, refused, notes] = await Promise.all([
        messages.page(person.id, partner.id, {
          ...(query.cursor !== undefined && { before: query.cursor }),
          ...(query.q !== undefined && { words: query.q }),
          limit: query.limit + 1,
        }),
        messenger.refusalOf(person, partner),
        deps.notesOf(person, partner),
      ]);
      const shown = found.slice(0, query.limit);
      return {
        items: shown.map((message) => presentMessage(message, person, partner)),
        next_cursor: found.length > query.limit ? shown.at(-1)!.id : null,
        can_write: { ok: refused === null, reason: refused },
        notes,
      };
    },
    async sendMessage({ params, body }, { caller }) {
      const person = caller.account!;
      const partner = await deps.findPartner(caller, params.username);
      const sent = await messenger.send(person, partner, {
        clientId: body.client_id,
        text: body.text,
        imageId: body.image_id,
      });
      if (!sent.ok) throw refusalError(sent.reason);
      return { status: 1, id: sent.message.id, at: toInstant(sent.message.at) };
    },
    async uploadMessagePicture({ params, file }, { caller }) {
      const person = caller.account!;
      const partner = await deps.findPartner(caller, params.username);
      const refused = await messenger.refusalOf(person, partner);
      if (refused) throw refusalError(refused);
      return { status: 1, image_id: await deps.keepImage(person.id, partner.id, file.read()) };
    },
    async markMessagesRead({ params, body }, { caller }) {
      const { total } = await inbox.markRead(caller.account!, params.username, body.up_to);
      return { status: 1, unread_total: total };
    },
    async closeConversation({ params }, { caller }) {
      await inbox.close(caller.account!, params.username);
      return { status: 1 };
    },
    async deleteMessages({ params, body }, { caller }) {
      await inbox.remove(caller.account!, params.username, body.ids);
      return { status: 1 };
    },
    async broadcastMessage({ body }, { caller }) {
      return { status: 1, queued: await deps.sendBroadcast(caller.account!, body) };
    },
  };
}
