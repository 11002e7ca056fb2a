import type { callsByFeature, SupportThread } from '@klieg/contract';
import { AppError, toInstant, type Uuid } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { Database } from '../../platform/postgres/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { KeptThread, SupportStore, ThreadOwner } from './support-store.ts';

/** Messages of one conversation, in addition to the first. */
export const MESSAGES_MAX = 500;
const THREADS_MAX = 100;

export const lineOf = ({ id, number, topic, state, updated_at: at }: KeptThread) => ({
  id,
  number,
  topic,
  state,
  updated_at: toInstant(at),
});

/** Members own what they sent logged in, guests what their cookie sent. */
const ownerOf = ({ account, key }: SiteCaller): ThreadOwner =>
  account ? { accountId: account.id } : { guestKey: key };

type OwnCalls = 'listSupportThreads' | 'getSupportThread' | 'answerSupportThread' | 'markSupportThreadRead';

/** A person's own conversations with support; others' answer as absent ones. */
export function makeSupportHandlers(deps: {
  readonly store: SupportStore;
  readonly database: Pick<Database, 'kysely'>;
}): Pick<Handlers<(typeof callsByFeature)['support'], SiteCaller>, OwnCalls> {
  const { store } = deps;
  return {
    async listSupportThreads(_input, { caller }) {
      const threads = await store.listOf(ownerOf(caller), THREADS_MAX);
      return { items: threads.map((thread) => ({ ...lineOf(thread), unread: thread.unread })) };
    },
    async getSupportThread({ params }, { caller }) {
      const thread = await store.find(params.id as Uuid, ownerOf(caller));
      if (!thread) throw new AppError('common.not_found');
      const later = await store.listMessages(thread.id, MESSAGES_MAX);
      const first: SupportThread['messages'][number] = {
        from: 'me',
        text: thread.text,
        at: toInstant(thread.created_at),
        attachments: [],
      };
      return {
        ...lineOf(thread),
        messages: [
          first,
          ...later.map(({ is_staff: isStaff, text, at }) => ({
            from: isStaff ? ('staff' as const) : ('me' as const),
            text,
            at: toInstant(at),
            attachments: [],
          })),
        ],
      };
    },
    async answerSupportThread({ params, body }, { caller }) {
      const id = params.id as Uuid;
      return deps.database.kysely.transaction().execute(async (transaction) => {
        if (!(await store.lock(transaction, id, ownerOf(caller)))) throw new AppError('common.not_found');
        const message = { text: body.text, staffId: null };
        const messageId = await store.addMessage(transaction, id, message, MESSAGES_MAX);
        if (!messageId) throw new AppError('support.thread_full');
        // A closed conversation opens again when its sender writes.
        await store.setState(transaction, id, 'open');
        return { status: 1 as const, message_id: messageId };
      });
    },
    async markSupportThreadRead({ params }, { caller }) {
      if (!(await store.markSeen(params.id as Uuid, ownerOf(caller)))) throw new AppError('common.not_found');
      return { status: 1 };
    },
  };
}
