import { z } from 'zod';
import { text } from '../event-fields.ts';
import { calls, cursorList, instant, ok, okOnly, page, shape, username, uuid } from '../call.ts';
import { locale } from '../enums.ts';
import { roomChatRoutes } from './routes.ts';

/** What it costs to highlight an own line (S3206). */
export const HIGHLIGHT_TOKENS = 10;

const target = shape({ username });
const targetItem = shape({ username, id: uuid });

const moderators = z.array(shape({ username: z.string(), since: instant, expires_at: instant }));

/** What a room's moderators may set against a flood of unwanted lines. */
const shield = shape({
  shield: z.boolean(),
  slow_mode_seconds: z.int().min(0).max(120),
  followers_only: z.boolean(),
  links_allowed: z.boolean(),
  banned_words: z.array(z.string().min(2).max(40)).max(200),
});
export type Shield = z.infer<typeof shield>;

/** Actions of a moderation log, and of the event v3.chat.moderate. */
export const moderationAction = z.enum([
  'ban',
  'unban',
  'kick',
  'silence',
  'unsilence',
  'moderator',
  'unmoderator',
  'clear',
  'delete_message',
  'slow_mode',
  'shield',
]);
export type ModerationAction = z.infer<typeof moderationAction>;

export const roomChatCalls = calls(roomChatRoutes, {
  setSubject: {
    who: 'owner',
    rate: 'write',
    params: target,
    body: shape({
      subject: text(250),
      subject_color: z
        .string()
        .regex(/^#[0-9a-f]{6}$/)
        .optional(),
    }),
    publicText: ['subject'],
    response: ok({ subjectText: z.string(), subject_color: z.string().nullable() }),
    errors: ['common.not_found', 'compliance.text_refused'],
    ids: ['CHAT-012'],
  },
  /** Without `minutes` a ban or silence runs until it is lifted, a kick an hour, a guest's ban a day. */
  moderate: {
    who: 'room_mod',
    rate: 'write',
    params: target,
    body: shape({
      username: z.string().min(3).max(30),
      action: z.enum(['ban', 'unban', 'kick', 'silence', 'unsilence']),
      minutes: z.int().min(1).max(525_600).optional(),
      reason: text(200).optional(),
      message_id: uuid.optional(),
    }),
    response: ok({ action: z.string(), until: instant.nullable() }),
    errors: ['room_chat.cannot_moderate', 'common.not_found'],
    ids: ['MODERATION-ROLES-002', 'MODERATION-ROLES-003', 'MODERATION-ROLES-004', 'MODERATION-ROLES-020'],
  },
  deleteLine: {
    who: 'room_mod',
    rate: 'write',
    params: targetItem,
    body: shape({}),
    response: okOnly,
    errors: ['room_chat.message_gone', 'common.not_found'],
    ids: ['CHAT-016'],
  },
  /** Lines of one person, or of everybody: the latter only by those who may administer the room. */
  clearChat: {
    who: 'room_mod',
    rate: 'write',
    params: target,
    body: shape({ username: z.string().min(3).max(30).optional() }),
    response: ok({ removed: z.int() }),
    errors: ['common.not_found'],
    ids: ['CHAT-016'],
  },
  setModerator: {
    who: 'owner',
    rate: 'write',
    params: target,
    body: shape({ username, moderator: z.boolean() }),
    response: ok({ moderators }),
    errors: ['common.not_found', 'room_chat.cannot_moderate'],
    ids: ['SETTINGS-014'],
  },
  listModerators: {
    who: 'room_mod',
    rate: 'read',
    params: target,
    response: shape({ moderators }),
    errors: ['common.not_found'],
    ids: ['MODERATION-ROLES-018'],
  },
  /** Bans, kicks and silences that run now. */
  listSanctions: {
    who: 'room_mod',
    rate: 'read',
    params: target,
    query: shape(page('id')),
    response: cursorList(
      shape({
        username: z.string(),
        action: z.enum(['ban', 'kick', 'silence']),
        by: z.string(),
        reason: z.string(),
        at: instant,
        until: instant.nullable(),
      }),
    ),
    errors: ['common.not_found'],
    ids: ['MODERATION-ROLES-006'],
  },
  /** Everything that was done in the room, newest first. */
  listModerationLog: {
    who: 'room_mod',
    rate: 'read',
    params: target,
    query: shape(page('id')),
    response: cursorList(
      shape({
        id: uuid,
        action: moderationAction,
        username: z.string().nullable(),
        by: z.string(),
        reason: z.string(),
        message_id: uuid.nullable(),
        value: z.int().nullable(),
        at: instant,
        until: instant.nullable(),
      }),
    ),
    errors: ['common.not_found'],
    ids: ['MODERATION-ROLES-020'],
  },
  getShield: {
    who: 'room_mod',
    rate: 'read',
    params: target,
    response: shield,
    errors: ['common.not_found'],
    ids: [],
  },
  saveShield: {
    who: 'room_mod',
    rate: 'write',
    params: target,
    body: shield.partial(),
    response: shield,
    errors: ['common.not_found'],
    ids: [],
  },
  /** Lines that wait because of a word or a link; forgotten half an hour after they were written. */
  listHeldLines: {
    who: 'room_mod',
    rate: 'read',
    params: target,
    response: shape({
      held: z.array(
        shape({
          id: uuid,
          username: z.string(),
          message: z.string(),
          reason: z.enum(['word', 'link']),
          at: instant,
        }),
      ),
    }),
    errors: ['common.not_found'],
    ids: [],
  },
  decideHeldLine: {
    who: 'room_mod',
    rate: 'write',
    params: targetItem,
    body: shape({ show: z.boolean() }),
    response: okOnly,
    errors: ['room_chat.message_gone', 'common.not_found', 'common.unavailable'],
    ids: [],
  },
  requestUnban: {
    // A banned person does not pass the condition +room.
    who: 'user',
    rate: 'write',
    params: target,
    body: shape({ reason: text(500).refine((given) => given.trim() !== '', 'required') }),
    response: ok({ request_id: uuid }),
    errors: ['rooms.not_found', 'room_chat.not_banned'],
    ids: [],
  },
  listUnbanRequests: {
    who: 'room_mod',
    rate: 'read',
    params: target,
    query: shape(page('id')),
    response: cursorList(
      shape({
        id: uuid,
        username: z.string(),
        reason: z.string(),
        at: instant,
        banned_at: instant.nullable(),
      }),
    ),
    errors: ['common.not_found'],
    ids: [],
  },
  decideUnbanRequest: {
    who: 'room_mod',
    rate: 'write',
    params: targetItem,
    body: shape({ grant: z.boolean() }),
    response: okOnly,
    errors: ['common.not_found'],
    ids: [],
  },
  listEmoticons: {
    who: 'guest',
    conditions: ['room'],
    rate: 'read',
    params: target,
    response: shape({ emoticonList: z.array(shape({ code: z.string(), url: z.string() })) }),
    errors: ['rooms.not_found', 'rooms.banned'],
    ids: ['CHAT-025'],
  },
  /** The caller's own line, for 60 s; while it runs another one adds 60 s. */
  highlightLine: {
    who: 'user',
    conditions: ['av', 'room', 'password', 'pay', 'not_self'],
    rate: 'spend',
    spends: true,
    params: target,
    body: shape({ message_id: uuid }),
    /** `tokens` is the balance after it. */
    response: ok({ tokens: z.int() }),
    errors: [
      'ledger.not_enough_tokens',
      'ledger.postpay_card_fail',
      'ledger.postpay_limit',
      'ledger.over_daily_limit',
      'ledger.user_daily_limit',
      'ledger.model_cannot_spend',
      'compliance.tip_geo_block_receiver',
      'compliance.tip_geo_block_sender',
      'tipping.target_closed',
      'rooms.not_found',
      'rooms.banned',
      'rooms.password_required',
      'room_chat.message_gone',
      'common.not_self',
      'common.forbidden',
    ],
    ids: ['CHAT-017'],
  },
  /** Anybody's line, free, for 60 s. */
  pinLine: {
    who: 'room_mod',
    rate: 'write',
    params: targetItem,
    body: shape({}),
    response: okOnly,
    errors: ['room_chat.message_gone', 'common.not_found'],
    ids: ['CHAT-017'],
  },
  /** `room` is the room of the line; without it the rooms of the answering node are searched. */
  translateLine: {
    who: 'user',
    rate: 'read',
    body: shape({ message_id: uuid, to: locale, room: username.optional() }),
    response: shape({ text: z.string() }),
    errors: ['room_chat.translate_off', 'room_chat.message_gone', 'common.unavailable'],
    ids: [],
  },
});
