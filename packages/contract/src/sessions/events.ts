import { events } from '../event.ts';
import * as f from '../event-fields.ts';

/** Socket events sent or answered by sessions. */
export const sessionsEvents = events({
  /**
   * `room` is required on the room socket and refused on the lobby. `epoch` and `seq` come from GET
   * chat/react/{username}; when they are current, no snapshot follows. `compress:false` asks for the
   * plain form.
   */
  'v3.authorize': {
    id: 0,
    sockets: ['lobby', 'room'],
    direction: 'out',
    nature: 'message',
    audience: ['server'],
    rate: { burst: 1, perSecond: 0 },
    ids: ['REALTIME-015', 'REALTIME-023', 'REALTIME-027'],
    fields: {
      node_token: f.str(64),
      protocol_version: f.int(),
      room: f.optional(f.name()),
      client_version: f.optional(f.str(32)),
      templates_hash: f.optional(f.hex(16)),
      epoch: f.optional(f.str(16)),
      seq: f.optional(f.int()),
      visible: f.optional(f.bool()),
      locale: f.optional(f.oneOf('en', 'de', 'es', 'fr', 'it', 'nl')),
      compress: f.optional(f.bool()),
    },
  },
  /**
   * `success:false` carries errorType and is followed by the close code of the same meaning. `user` is
   * the account's own summary, all fields.
   */
  'v3.authorize.success': {
    id: 1,
    sockets: ['lobby', 'room'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['socket'],
    ids: ['REALTIME-007', 'IDENTITY-029', 'REALTIME-033'],
    fields: {
      seq: f.int(),
      success: f.bool(),
      user: f.optional(f.user()),
      socket_id: f.optional(f.str(22)),
      server_time_ms: f.optional(f.ms()),
      ping_seconds: f.optional(f.int()),
      role: f.optional(f.oneOf('viewer', 'moderator', 'streamer', 'model_admin', 'site_mod')),
      mode: f.optional(f.oneOf('public', 'private', 'spy', 'limited')),
      errorType: f.optional(f.code()),
      error: f.optional(f.text()),
    },
  },
  /** Reloads the page. */
  'v3.refresh': {
    id: 8,
    sockets: ['lobby'],
    direction: 'in',
    nature: 'moment',
    audience: ['account'],
    ids: ['REALTIME-003'],
    fields: {
      reason: f.optional(f.code()),
      after_ms: f.optional(f.int()),
    },
  },
  /** Reloads the page; all sockets of the login session then close 4402. */
  'v3.logout': {
    id: 9,
    sockets: ['lobby'],
    direction: 'in',
    nature: 'moment',
    audience: ['account'],
    ids: ['REALTIME-004'],
    fields: {
      reason: f.optional(f.oneOf('logout', 'password', 'suspended', 'expired', 'revoked')),
    },
  },
});
