import { z } from 'zod';
import { text as textOf } from '../event-fields.ts';
import {
  calls,
  cursorList,
  cursorOf,
  instant,
  intText,
  ok,
  okOnly,
  page,
  shape,
  username,
  uuid,
} from '../call.ts';
import { chatStatus, fanLevel, friendStatus, pmSort } from '../enums.ts';
import { directMessagesRoutes } from './routes.ts';

/** Conversations of a list (CONSTANTS-055). */
export const ROOMS_MAX = 250;
/** How many new people somebody may write to within 24 hours. */
export const NEW_PEOPLE_A_DAY = 20;
/** Messages to many that a model may send within 24 hours. */
export const BROADCASTS_A_DAY = 2;
export const PICTURE_BYTES_MAX = 5 * 1024 * 1024;

const TEXT_MAX = 2_000;
const target = shape({ username });
const text = textOf(TEXT_MAX);
const limits = shape({ friends: z.literal(250), rooms: z.literal(250) });

const conversation = shape({
  username: z.string(),
  displayName: z.string(),
  avatarUrl: z.string().nullable(),
  /** Of a model's room; null for other people. */
  status: chatStatus.nullable(),
  friend: friendStatus.nullable(),
  unread: z.int(),
  last: shape({ text: z.string(), at: instant, mine: z.boolean() }).nullable(),
  open: z.boolean(),
});

const message = shape({
  id: uuid,
  from: z.string(),
  to: z.string(),
  /** Empty for a deleted message, and for a picture without text. */
  text: z.string(),
  image_url: z.string().nullable(),
  at: instant,
  /** When the caller read it; null on the caller's own messages: there are no read receipts. */
  read_at: instant.nullable(),
  tip: z.int().nullable(),
  deleted: z.boolean(),
  /** The id that the caller's page gave the message; null on messages of the partner. */
  client_id: uuid.nullable(),
});

export const directMessagesCalls = calls(directMessagesRoutes, {
  listConversations: {
    who: 'user',
    rate: 'read',
    query: shape({
      sort: pmSort.default('timestamp'),
      limit: intText(1, ROOMS_MAX).default(ROOMS_MAX),
      cursor: cursorOf('place'),
    }),
    response: cursorList(conversation, { unread_total: z.int(), limits }),
    errors: [],
    ids: ['PM-FRIENDS-001', 'PM-FRIENDS-013', 'PM-FRIENDS-014', 'CONSTANTS-055'],
  },
  readConversation: {
    who: 'user',
    rate: 'read',
    params: target,
    query: shape({ ...page('id'), q: z.string().min(2).max(64).optional() }),
    response: cursorList(message, {
      can_write: shape({ ok: z.boolean(), reason: z.string().nullable() }),
      notes: z.string(),
    }),
    errors: ['direct_messages.not_found'],
    ids: ['PM-FRIENDS-001'],
  },
  sendMessage: {
    who: 'user',
    conditions: ['not_self'],
    rate: 'write',
    params: target,
    body: shape({ text, client_id: uuid, image_id: uuid.optional() }).refine(
      (body) => body.image_id !== undefined || body.text.trim() !== '',
      { path: ['text'], message: 'required' },
    ),
    response: ok({ id: uuid, at: instant }),
    errors: [
      'direct_messages.not_found',
      'direct_messages.not_allowed',
      'direct_messages.silenced',
      'direct_messages.too_many_new',
      'compliance.text_refused',
      'common.not_self',
      'common.not_found',
      'common.idempotency_key_reused',
    ],
    ids: ['PM-FRIENDS-017'],
  },
  uploadMessagePicture: {
    who: 'user',
    conditions: ['not_self'],
    rate: 'upload',
    params: target,
    form: { fileBytesMax: PICTURE_BYTES_MAX },
    response: ok({ image_id: uuid }),
    errors: [
      'direct_messages.not_found',
      'direct_messages.not_allowed',
      'direct_messages.silenced',
      'common.not_self',
      'common.file_not_image',
      'common.file_format',
      'common.file_blocked',
      'common.file_count',
    ],
    ids: [],
  },
  markMessagesRead: {
    who: 'user',
    rate: 'write',
    params: target,
    body: shape({ up_to: uuid }),
    response: ok({ unread_total: z.int() }),
    errors: ['direct_messages.not_found'],
    ids: ['PM-FRIENDS-010'],
  },
  closeConversation: {
    who: 'user',
    rate: 'write',
    params: target,
    body: shape({}),
    response: okOnly,
    errors: ['direct_messages.not_found'],
    ids: ['PM-FRIENDS-009'],
  },
  deleteMessages: {
    who: 'user',
    rate: 'write',
    params: target,
    body: shape({ ids: z.array(uuid).min(1).max(100).optional() }),
    response: okOnly,
    errors: ['direct_messages.not_found'],
    ids: ['PM-FRIENDS-008'],
  },
  broadcastMessage: {
    who: 'model',
    rate: 'write',
    body: shape({
      audience: z.enum(['fans', 'followers_tippers']),
      level: fanLevel.optional(),
      text: text.refine((given) => given.trim() !== '', 'required'),
    }),
    response: ok({ queued: z.int() }),
    errors: ['compliance.text_refused', 'direct_messages.broadcast_limit', 'direct_messages.silenced'],
    ids: [],
  },
});
