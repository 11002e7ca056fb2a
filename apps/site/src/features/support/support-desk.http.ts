import type { callsByFeature, DeskThread } from '@klieg/contract';
import { AppError, toInstant, type Uuid } from '@klieg/kernel';
import { type Handlers, uuidCursor } from '../../platform/http/index.ts';
import type { Mail } from '../../platform/mail/index.ts';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { NotifyWithin } from '../notifications/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { lineOf, MESSAGES_MAX } from './support.http.ts';
import { writeAnswerMail } from './support-mails.ts';
import type { KeptThread, SupportStore } from './support-store.ts';

type DeskCalls = 'listDeskThreads' | 'getDeskThread' | 'answerDeskThread';

interface Deps {
  readonly store: SupportStore;
  readonly database: Pick<Database, 'kysely'>;
  readonly auditLog: Pick<AuditLog, 'note'>;
  readonly sendMail: (mail: Mail, within: Transaction) => Promise<void>;
  readonly notifyWithin: NotifyWithin;
}

const deskLineOf = (thread: KeptThread) => ({
  ...lineOf(thread),
  username: thread.username,
  email: thread.email,
  order_id: thread.order_id,
});

/** Where staff reads and answers; each answer and each closing is in the audit log. */
export function makeSupportDeskHandlers(
  deps: Deps,
): Pick<Handlers<(typeof callsByFeature)['support'], SiteCaller>, DeskCalls> {
  const { store } = deps;
  const wholeOf = async (thread: KeptThread): Promise<DeskThread> => {
    const later = await store.listMessages(thread.id, MESSAGES_MAX);
    const first = {
      from: 'sender' as const,
      by: thread.username,
      text: thread.text,
      at: toInstant(thread.created_at),
    };
    return {
      ...deskLineOf(thread),
      messages: [
        first,
        ...later.map(({ is_staff: isStaff, by, text, at }) => ({
          from: isStaff ? ('staff' as const) : ('sender' as const),
          by: isStaff ? by : thread.username,
          text,
          at: toInstant(at),
        })),
      ],
    };
  };
  /** Writes the answer with all its effects, or nothing. @returns tells the person's pages */
  const answer = async (transaction: Transaction, thread: KeptThread, text: string, caller: SiteCaller) => {
    const message = { text, staffId: caller.account!.id };
    if (!(await store.addMessage(transaction, thread.id, message, MESSAGES_MAX)))
      throw new AppError('support.thread_full');
    if (thread.email !== null) {
      const { publicUrl } = caller.site;
      await deps.sendMail(writeAnswerMail(thread, { to: thread.email, text, publicUrl }), transaction);
    }
    if (thread.account_id === null) return () => undefined;
    return deps.notifyWithin(transaction, thread.account_id, {
      kind: 'system',
      code: 'support_answered',
      params: { number: String(thread.number) },
      url: '/support',
    });
  };
  return {
    async listDeskThreads({ query }) {
      const found = await store.list(query.state, uuidCursor(query.cursor), query.limit + 1);
      const shown = found.slice(0, query.limit);
      return {
        items: shown.map((thread) => ({ ...deskLineOf(thread), text: thread.text.slice(0, 200) })),
        next_cursor: found.length > query.limit ? shown.at(-1)!.id : null,
        open: await store.countOpen(),
      };
    },
    async getDeskThread({ params }) {
      const thread = await store.find(params.id as Uuid);
      if (!thread) throw new AppError('common.not_found');
      return wholeOf(thread);
    },
    async answerDeskThread({ params, body }, { caller }) {
      const id = params.id as Uuid;
      if (body.text === undefined && !body.close) throw new AppError('support.nothing_said');
      const tell = await deps.database.kysely.transaction().execute(async (transaction) => {
        const thread = await store.lock(transaction, id);
        if (!thread) throw new AppError('common.not_found');
        const told =
          body.text === undefined ? () => undefined : await answer(transaction, thread, body.text, caller);
        await store.setState(transaction, id, body.close ? 'closed' : 'answered');
        await deps.auditLog.note(transaction, caller, {
          action: body.text === undefined ? 'support.closed' : 'support.answered',
          target: `support:${thread.number}`,
          detail: { state: body.close ? 'closed' : 'answered', length: String(body.text?.length ?? 0) },
        });
        return told;
      });
      tell();
      return { status: 1, thread: await wholeOf((await store.find(id))!) };
    },
  };
}
