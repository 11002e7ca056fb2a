import { events } from '../event.ts';
import * as f from '../event-fields.ts';

/** Socket events sent or answered by fan-club. */
export const fanClubEvents = events({
  /** Others see the badge with the member's next chat line (fan_level). */
  'v3.user.fans_subscriber.update': {
    id: 66,
    sockets: ['lobby', 'room'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['account', 'streamer'],
    ids: ['FANCLUB-007', 'FANCLUB-014', 'FANCLUB-015'],
    fields: {
      seq: f.int(),
      username: f.name(),
      modelUsername: f.name(),
      level: f.optional(f.oneOf('supporter', 'insider', 'legend')),
      status: f.oneOf('active', 'canceled', 'past_due', 'ended'),
      until: f.optional(f.ms()),
    },
  },
  /** No media in the event; the page loads it with its own rights. */
  'v3.fans.post': {
    id: 136,
    sockets: ['lobby', 'room'],
    direction: 'in',
    nature: 'moment',
    audience: ['members', 'streamer'],
    ids: ['FANCLUB-008'],
    fields: {
      post_id: f.id(),
      username: f.name(),
      level: f.optional(f.oneOf('supporter', 'insider', 'legend')),
      text: f.optional(f.text(280)),
      thumbnail_url: f.optional(f.url()),
      at: f.ms(),
    },
  },
  /** Null removes it. */
  'v3.fans.logo': {
    id: 137,
    sockets: ['lobby', 'room'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['room', 'members'],
    ids: ['FANCLUB-009'],
    fields: {
      seq: f.int(),
      username: f.name(),
      logo_url: f.optional(f.url()),
      level: f.optional(f.oneOf('supporter', 'insider', 'legend')),
    },
  },
  /** A members-only stream. */
  'v3.fans.stream_private': {
    id: 138,
    planned: true,
    sockets: ['lobby'],
    direction: 'in',
    nature: 'moment',
    audience: ['members'],
    ids: ['FANCLUB-010'],
    fields: {
      username: f.name(),
      level: f.oneOf('supporter', 'insider', 'legend'),
      starts_at: f.ms(),
      room: f.optional(f.name()),
      status: f.oneOf('starting', 'live', 'ended'),
    },
  },
  'v3.fans.error': {
    id: 139,
    sockets: ['lobby', 'room'],
    direction: 'in',
    nature: 'moment',
    audience: ['account'],
    ids: ['FANCLUB-011'],
    fields: {
      errorType: f.code(),
      error: f.optional(f.text()),
      post_id: f.optional(f.id()),
    },
  },
  'v3.fans.direct_message': {
    id: 140,
    sockets: ['lobby'],
    direction: 'in',
    nature: 'moment',
    audience: ['account'],
    filters: ['F3'],
    ids: ['FANCLUB-012'],
    fields: {
      id: f.id(),
      from: f.name(),
      username: f.name(),
      message: f.optional(f.text(1000)),
      media: f.optional(f.obj()),
      at: f.ms(),
      unread: f.optional(f.int()),
      is_mass: f.optional(f.bool()),
    },
  },
  /** Unread count of fan-club direct messages, for pages that do not show them. */
  'v3.xfollow.direct_message.new_notification': {
    id: 141,
    sockets: ['lobby'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['account'],
    ids: ['FANCLUB-013'],
    fields: {
      seq: f.int(),
      unread: f.int(),
      from: f.optional(f.name()),
      at: f.optional(f.ms()),
    },
  },
});
