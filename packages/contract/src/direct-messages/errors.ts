import type { ErrorTable } from '../error-spec.ts';

/** Refusals of direct-messages. */
export const directMessagesErrors = {
  'direct_messages.not_found': { kind: 'not_found', message: 'This conversation does not exist' },
  'direct_messages.not_allowed': {
    kind: 'forbidden',
    message: 'This person does not accept your messages',
  },
  'direct_messages.silenced': { kind: 'forbidden', message: 'You cannot write messages now' },
  'direct_messages.too_many_new': {
    kind: 'rate_limited',
    message: 'You have written to many new people today',
  },
  'direct_messages.broadcast_limit': { kind: 'rate_limited', message: "You have sent today's messages" },
} as const satisfies ErrorTable;
