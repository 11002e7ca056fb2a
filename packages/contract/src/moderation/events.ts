import { events } from '../event.ts';
import * as f from '../event-fields.ts';

/** Socket events sent or answered by moderation. */
export const moderationEvents = events({
  /**
   * `room` absent: everywhere. While true, v3.chat.send is refused with errorType silenced. False when lifted; when
   * `until` has passed the page knows by itself.
   */
  'v3.autosilenced': {
    id: 29,
    sockets: ['lobby', 'room'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['account'],
    ids: ['MODERATION-ROLES-001'],
    fields: {
      seq: f.int(),
      isAutosilenced: f.bool(),
      until: f.optional(f.ms()),
      reason: f.optional(f.oneOf('spam', 'links', 'flood', 'reports')),
      room: f.optional(f.name()),
    },
  },
  /**
   * Sent after every end that it causes (v3.private.end, v3.spy.end); then close 4403. A guest is banned by guest id
   * and address for 24 h (chosen).
   */
  'v3.chat.banned': {
    id: 58,
    sockets: ['room'],
    direction: 'in',
    nature: 'moment',
    audience: ['account'],
    ids: ['MODERATION-ROLES-002', 'MODERATION-ROLES-009', 'MODERATION-ROLES-010', 'ERRORS-059'],
    fields: {
      room: f.name(),
      until: f.optional(f.ms()),
      reason: f.optional(f.code()),
    },
  },
  /** Sent after every end that it causes; then close 4403; may return after 60 min (chosen). */
  'v3.chat.kicked': {
    id: 59,
    sockets: ['room'],
    direction: 'in',
    nature: 'moment',
    audience: ['account'],
    ids: ['MODERATION-ROLES-003', 'MODERATION-ROLES-009', 'ERRORS-060'],
    fields: {
      room: f.name(),
      until: f.optional(f.ms()),
      reason: f.optional(f.code()),
    },
  },
  /** `message` is 'A user has been {action}' where the name is hidden. */
  'v3.chat.moderate': {
    id: 60,
    sockets: ['room'],
    direction: 'in',
    nature: 'moment',
    audience: ['room'],
    filters: ['F1'],
    ids: ['MODERATION-ROLES-004', 'MODERATION-ROLES-006', 'MODERATION-ROLES-021', 'MODERATION-ROLES-022'],
    fields: {
      action: f.oneOf('ban', 'unban', 'kick', 'silence', 'unsilence', 'moderator', 'unmoderator', 'clear', 'delete_message', 'slow_mode', 'shield'),
      username: f.optional(f.name()),
      by: f.optional(f.name()),
      until: f.optional(f.ms()),
      message_id: f.optional(f.id()),
      message: f.text(120),
      value: f.optional(f.int()),
    },
  },
  /** Mute is of the other side's sound, per room. */
  'v3.versus.moderate': {
    id: 132,
    planned: true,
    sockets: ['room'],
    direction: 'in',
    nature: 'moment',
    audience: ['room'],
    filters: ['F1'],
    ids: ['VERSUS-014', 'VERSUS-017', 'VERSUS-018'],
    fields: {
      action: f.oneOf('mute', 'unmute', 'silence', 'unsilence', 'ban', 'unban'),
      username: f.optional(f.name()),
      room: f.name(),
      by: f.optional(f.name()),
      message: f.text(120),
      until: f.optional(f.ms()),
    },
  },
});
