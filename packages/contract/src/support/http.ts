import { z } from 'zod';
import { calls, cursorList, instant, ok, okOnly, page, shape, uuid } from '../call.ts';
import { supportTopic } from '../content-pages/http.ts';
import { supportRoutes, supportStaffRoutes } from './routes.ts';
import { written } from '../event-fields.ts';

const TEXT_MAX = 4_000;
const threadState = z.enum(['open', 'answered', 'closed']);
const params = shape({ id: uuid });
const text = written().min(1).max(TEXT_MAX);

const line = {
  id: uuid,
  number: z.int().positive(),
  topic: supportTopic,
  state: threadState,
  updated_at: instant,
};
const message = shape({
  from: z.enum(['me', 'staff']),
  text: z.string(),
  at: instant,
  attachments: z.array(z.string()),
});
const supportThread = shape({ ...line, messages: z.array(message) });
export type SupportThread = z.infer<typeof supportThread>;
const threadLine = shape({ ...line, unread: z.int() });
export type SupportThreadLine = z.infer<typeof threadLine>;

const deskLine = {
  ...line,
  /** Null: a guest. */
  username: z.string().nullable(),
  email: z.string().nullable(),
  order_id: z.string().nullable(),
};
const deskThreadLine = shape({ ...deskLine, text: z.string() });
export type DeskThreadLine = z.infer<typeof deskThreadLine>;
const deskThread = shape({
  ...deskLine,
  /** Messages of staff carry the name of their author. */
  messages: z.array(
    shape({ from: z.enum(['sender', 'staff']), by: z.string().nullable(), text: z.string(), at: instant }),
  ),
});
export type DeskThread = z.infer<typeof deskThread>;
const desk = { who: 'admin', conditions: ['sudo'] } as const;

export const supportCalls = {
  ...calls(supportRoutes, {
    listSupportThreads: {
      who: 'guest',
      openToSuspended: true,
      rate: 'read',
      response: shape({ items: z.array(threadLine) }),
      errors: [],
      ids: ['SHELL-002'],
    },
    getSupportThread: {
      who: 'guest',
      openToSuspended: true,
      rate: 'read',
      params,
      response: supportThread,
      errors: ['common.not_found'],
      ids: ['SHELL-002'],
    },
    answerSupportThread: {
      who: 'guest',
      openToSuspended: true,
      rate: 'write',
      params,
      body: shape({ text }),
      response: ok({ message_id: uuid }),
      errors: ['common.not_found', 'support.thread_full'],
      ids: ['SHELL-002'],
    },
    markSupportThreadRead: {
      who: 'guest',
      openToSuspended: true,
      rate: 'write',
      params,
      response: okOnly,
      errors: ['common.not_found'],
      ids: ['SHELL-002'],
    },
  }),
  ...calls(supportStaffRoutes, {
    listDeskThreads: {
      ...desk,
      rate: 'read',
      query: shape({ ...page('id'), state: threadState.optional() }),
      response: cursorList(deskThreadLine, { open: z.int() }),
      errors: [],
      ids: ['SHELL-002'],
    },
    getDeskThread: {
      ...desk,
      rate: 'read',
      params,
      response: deskThread,
      errors: ['common.not_found'],
      ids: ['SHELL-002'],
    },
    answerDeskThread: {
      ...desk,
      rate: 'write',
      params,
      /** Without a text the thread is only closed. */
      body: shape({ text: text.optional(), close: z.boolean() }),
      response: ok({ thread: deskThread }),
      errors: ['common.not_found', 'support.nothing_said', 'support.thread_full'],
      ids: ['SHELL-002'],
    },
  }),
};
