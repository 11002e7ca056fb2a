import { z } from 'zod';
import { events } from '../event.ts';
import * as f from '../event-fields.ts';

/** Socket events sent or answered by direct-messages. */
export const directMessagesEvents = events({
  /** (chosen) Answered by v3.ack. */
  'v3.pm.send': {
    id: 37,
    sockets: ['lobby'],
    direction: 'out',
    nature: 'message',
    audience: ['server'],
    rate: { burst: 5, perSecond: 0.34 },
    bytesMax: 8_192,
    ids: ['PM-FRIENDS-017', 'PM-FRIENDS-006'],
    fields: {
      client_id: f.str(36),
      username: f.name(),
      message: f.text(2000),
    },
  },
  /** `username` is the partner. `client_id` only to the sender. */
  'v3.pm.message': {
    id: 38,
    sockets: ['lobby'],
    direction: 'in',
    nature: 'moment',
    audience: ['pair'],
    filters: ['F3'],
    ids: ['PM-FRIENDS-006'],
    fields: {
      id: f.id(),
      username: f.name(),
      from: f.name(),
      message: f.text(2000),
      at: f.ms(),
      client_id: f.optional(f.str(36)),
      media: f.optional(f.obj()),
    },
  },
  /** A conversation appears or becomes unread. */
  'v3.pm.new': {
    id: 39,
    sockets: ['lobby'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['account'],
    filters: ['F3'],
    ids: ['PM-FRIENDS-007'],
    fields: {
      seq: f.int(),
      username: f.name(),
      display_name: f.optional(f.text()),
      avatar_url: f.optional(f.url()),
      unread: f.int(),
      last_message: f.optional(f.text(80)),
      at: f.ms(),
      is_friend: f.optional(f.bool()),
    },
  },
  /** With `id` one message, without it the conversation (own pages only). Deleting itself goes by HTTP. */
  'v3.pm.delete': {
    id: 40,
    sockets: ['lobby'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['pair'],
    ids: ['PM-FRIENDS-008'],
    fields: {
      seq: f.int(),
      username: f.name(),
      id: f.optional(f.id()),
    },
  },
  /** The window is closed on every page of the account. The server sets `seq`. */
  'v3.pm.close': {
    id: 41,
    sockets: ['lobby'],
    direction: 'both',
    nature: 'state',
    scope: 'own',
    audience: ['account'],
    rate: { burst: 10, perSecond: 0.5 },
    ids: ['PM-FRIENDS-009'],
    fields: {
      seq: f.optional(f.int()),
      username: f.name(),
    },
  },
  /** Read up to `id`; never moves back. Partners get no read receipt (chosen). */
  'v3.pm.read': {
    id: 42,
    sockets: ['lobby'],
    direction: 'both',
    nature: 'state',
    scope: 'own',
    audience: ['account'],
    rate: { burst: 15, perSecond: 1 },
    ids: ['PM-FRIENDS-010'],
    fields: {
      seq: f.optional(f.int()),
      username: f.name(),
      id: f.id(),
      unread: f.optional(f.int()),
    },
  },
  /** Asked with the first three fields, answered with the others. */
  'v3.pm.list': {
    id: 43,
    sockets: ['lobby'],
    direction: 'both',
    nature: 'state',
    scope: 'own',
    audience: ['socket'],
    rate: { burst: 6, perSecond: 0.1 },
    ids: ['PM-FRIENDS-011', 'CONSTANTS-055'],
    fields: {
      seq: f.optional(f.int()),
      sort: f.optional(f.oneOf('timestamp', 'unread', 'username')),
      limit: f.optional(f.int()),
      before: f.optional(f.ms()),
      chats: f.optional(f.list(z.object({ username: f.name(), unread: f.int(0), last_message: f.text(2000), at: f.ms(), is_open: f.bool(), is_friend: f.bool() }))),
      friendList: f.optional(f.list(z.object({ username: f.name(), status: f.code() }))),
      limits: f.optional(f.obj()),
      open: f.optional(f.list(f.name())),
      unread: f.optional(f.list(f.name())),
    },
  },
});
