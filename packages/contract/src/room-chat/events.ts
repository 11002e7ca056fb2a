import { events } from '../event.ts';
import * as f from '../event-fields.ts';

/** Socket events sent or answered by room-chat. */
export const roomChatEvents = events({
  /**
   * (chosen) Text starting with a slash is a command and is never relayed. `style` is {text_color,
   * font_family, font_size} with the values of the settings, nothing else. Answered by v3.ack.
   */
  'v3.chat.send': {
    id: 44,
    sockets: ['room'],
    direction: 'out',
    nature: 'message',
    audience: ['server'],
    rate: { burst: 5, perSecond: 1 },
    ids: ['CHAT-033', 'CHAT-034', 'CHAT-035', 'CHAT-038', 'LEDGER-TIP-011'],
    fields: {
      client_id: f.str(36),
      message: f.text(500),
      user_language: f.optional(f.str(5)),
      reply_to: f.optional(f.id()),
      style: f.optional(f.obj()),
    },
  },
  /**
   * User summary fields are flat. `system_code` lets the page translate system lines ('YOU ARE NOW IN A
   * PRIVATE').
   */
  'v3.chat.message': {
    id: 45,
    sockets: ['room'],
    direction: 'in',
    nature: 'moment',
    audience: ['mode'],
    filters: ['F2', 'F4', 'F5', 'F8'],
    ids: ['CHAT-011', 'REALTIME-019', 'CHAT-036', 'CHAT-037'],
    fields: {
      message: f.text(500),
      username: f.optional(f.name()),
      gender: f.optional(f.oneOf('c', 'f', 'm', 't')),
      is_model: f.optional(f.bool()),
      is_vip: f.optional(f.bool()),
      is_super_vip: f.optional(f.bool()),
      has_tokens: f.optional(f.bool()),
      email_confirmed: f.optional(f.bool()),
      has_cc: f.optional(f.bool()),
      has_purchase: f.optional(f.bool()),
      is_guest: f.optional(f.bool()),
      recentTips: f.optional(f.tok()),
      tokens: f.optional(f.tok()),
      recent_purchases: f.optional(f.int()),
      socket_id: f.optional(f.str(22)),
      user_language: f.optional(f.str(5)),
      id: f.id(),
      at: f.ms(),
      mode: f.optional(f.oneOf('public', 'private', 'spy', 'limited')),
      type: f.optional(f.oneOf('text', 'system', 'sound', 'emote')),
      style: f.optional(f.obj()),
      fan_level: f.optional(f.oneOf('supporter', 'insider', 'legend')),
      is_moderator: f.optional(f.bool()),
      reply_to: f.optional(f.id()),
      display_name: f.optional(f.text()),
      system_code: f.optional(f.code()),
    },
  },
  /**
   * After join and after a change of mode; replaces the page's list; the oldest are left out where 64
   * KiB would be passed. Document A lists it at site level: the page registers it once for both sockets,
   * the server sends it in the room.
   */
  'v3.chat.history': {
    id: 46,
    sockets: ['room'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['socket'],
    filters: ['F2', 'F4', 'F5'],
    ids: ['CHAT-006', 'CHAT-026', 'CONSTANTS-046'],
    fields: {
      seq: f.int(),
      messages: f.list(f.obj(), 200),
    },
  },
  /**
   * Removes all lines of the user from the list and from later histories. Staff keep a copy with the
   * case.
   */
  'v3.chat.history-clear-username': {
    id: 47,
    sockets: ['room'],
    direction: 'in',
    nature: 'moment',
    audience: ['room'],
    ids: ['CHAT-016'],
    fields: {
      username: f.name(),
      by: f.optional(f.oneOf('moderator', 'staff', 'self')),
    },
  },
  /** At most one per 5 s, not to hidden pages. Only staff's count includes users of level 2 and 3. */
  'v3.chat.user_count': {
    id: 48,
    sockets: ['room'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['room'],
    filters: ['F2'],
    ids: ['CHAT-007', 'CHAT-028'],
    fields: {
      seq: f.int(),
      user_count: f.int(),
      guest_count: f.optional(f.int()),
    },
  },
  /** Sent if the list is visible or the user is a site moderator or streamer. */
  'v3.chat.userlist.start': {
    id: 49,
    sockets: ['room'],
    direction: 'out',
    nature: 'message',
    audience: ['server'],
    rate: { burst: 6, perSecond: 0.1 },
    ids: ['CHAT-020', 'CHAT-039'],
    fields: {
      sort: f.optional(f.oneOf('tokens', 'username')),
      limit: f.optional(f.int()),
    },
  },
  /** Payload is {}. */
  'v3.chat.userlist.stop': {
    id: 50,
    sockets: ['room'],
    direction: 'out',
    nature: 'message',
    audience: ['server'],
    rate: { burst: 6, perSecond: 0.1 },
    ids: ['CHAT-021'],
    fields: {},
  },
  /**
   * Always the first 200 in the requested order (`limit` is only for the page), so one frame per order and variant;
   * `count` is the whole room. At once after start, then each 60 s, and when more than 100 changed within 5 s.
   */
  'v3.chat.user_list': {
    id: 51,
    sockets: ['room'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['subscribers'],
    filters: ['F2', 'F4'],
    ids: ['CHAT-010', 'CHAT-027', 'CHAT-032'],
    fields: {
      seq: f.int(),
      count: f.int(),
      users: f.list(f.user(), 200),
    },
  },
  /** Batched each 5 s; one event per user, at most 100, else v3.chat.user_list. */
  'v3.chat.user_joined': {
    id: 52,
    sockets: ['room'],
    direction: 'in',
    nature: 'moment',
    audience: ['subscribers'],
    filters: ['F2', 'F4', 'F5'],
    ids: ['CHAT-008', 'CHAT-032'],
    fields: {
      user: f.user(),
      at: f.optional(f.ms()),
    },
  },
  /** `user` has username only. */
  'v3.chat.user_left': {
    id: 53,
    sockets: ['room'],
    direction: 'in',
    nature: 'moment',
    audience: ['subscribers'],
    filters: ['F2'],
    ids: ['CHAT-009', 'CHAT-032'],
    fields: {
      room: f.name(),
      user: f.user(),
      at: f.optional(f.ms()),
    },
  },
  /** Plain text; colour #rrggbb. */
  'v3.chat.subject': {
    id: 54,
    sockets: ['room'],
    direction: 'in',
    nature: 'state',
    scope: 'room',
    audience: ['room'],
    ids: ['CHAT-012'],
    fields: {
      seq: f.int(),
      subject: f.text(250),
      subject_color: f.optional(f.hex(6)),
    },
  },
  /** A line that its sender paid to highlight, or that streamer or moderator pinned. */
  'v3.user.highlighted_message': {
    id: 64,
    sockets: ['room'],
    direction: 'in',
    nature: 'moment',
    audience: ['room'],
    filters: ['F5', 'F9'],
    ids: ['CHAT-017'],
    fields: {
      id: f.optional(f.id()),
      username: f.optional(f.name()),
      message: f.text(500),
      color: f.optional(f.hex(6)),
      tokens: f.optional(f.tok()),
      at: f.ms(),
      until: f.optional(f.ms()),
    },
  },
});
