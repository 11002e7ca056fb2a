import { z } from 'zod';
import { events } from '../event.ts';
import * as f from '../event-fields.ts';

const template = z.union([
  z.tuple([z.string(), z.array(z.string())]),
  z.tuple([z.string(), z.array(z.string()), z.int()]),
]);

/** Socket events sent or answered by platform. */
export const platformEvents = events({
  /**
   * `room` is required on the room socket and refused on the lobby. `epoch` and `seq` come from GET
   * chat/react/{username}; when they are current, no snapshot follows. `compress:false` asks for the
   * plain form. `edition` is the newest edition of the list that the page knows; absent, the first.
   */
  'v3.authorize': {
    id: 0,
    sockets: ['lobby', 'room'],
    direction: 'out',
    nature: 'message',
    audience: ['server'],
    rate: { burst: 1, perSecond: 0 },
    ids: ['REALTIME-015', 'REALTIME-023', 'REALTIME-027'],
    added: { edition: 2 },
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
      edition: f.optional(f.int(1, 10_000)),
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
  /** (chosen name) Always the second message. `templates` is absent when `templates_hash` matched. */
  'v3.templates': {
    id: 2,
    sockets: ['lobby', 'room'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['socket'],
    ids: ['REALTIME-009', 'REALTIME-031'],
    fields: {
      seq: f.int(),
      version: f.int(),
      hash: f.hex(16),
      templates: f.optional(f.list(template, 1000)),
    },
  },
  /**
   * (chosen) Answers a message that has no ack. Shown to the user only where a screen waits for it;
   * otherwise console.
   */
  'v3.error': {
    id: 3,
    sockets: ['lobby', 'room'],
    direction: 'in',
    nature: 'moment',
    audience: ['socket'],
    ids: ['ERRORS-019', 'ERRORS-020', 'ERRORS-021', 'ERRORS-061'],
    added: { code: 2 },
    fields: {
      errorType: f.code(),
      error: f.optional(f.text()),
      event: f.optional(f.str(60)),
      client_id: f.optional(f.str(36)),
      field: f.optional(f.str(60)),
      retry_after_ms: f.optional(f.int()),
      code: f.optional(f.str(60)),
    },
  },
  /** Either side; see W30. */
  'v3.ping': {
    id: 4,
    sockets: ['lobby', 'room'],
    direction: 'both',
    nature: 'message',
    audience: ['socket'],
    rate: { burst: 2, perSecond: 0.2 },
    ids: ['REALTIME-008', 'REALTIME-018', 'REALTIME-021', 'REALTIME-022'],
    fields: {
      t: f.ms(),
    },
  },
  /** Echoes `t`. */
  'v3.pong': {
    id: 5,
    sockets: ['lobby', 'room'],
    direction: 'both',
    nature: 'message',
    audience: ['socket'],
    rate: { burst: 2, perSecond: 0.5 },
    ids: ['REALTIME-017', 'REALTIME-008', 'REALTIME-022'],
    fields: {
      t: f.ms(),
    },
  },
  /**
   * (chosen) Answers every message that carries `client_id`. Text shown: `error`, else 'Error sending
   * message'.
   */
  'v3.ack': {
    id: 6,
    sockets: ['lobby', 'room'],
    direction: 'in',
    nature: 'moment',
    audience: ['socket'],
    ids: ['CHAT-038', 'PM-FRIENDS-017'],
    fields: {
      client_id: f.str(36),
      status: f.int(),
      id: f.optional(f.id()),
      at: f.optional(f.ms()),
      errorType: f.optional(f.code()),
      error: f.optional(f.text()),
      retry_after_ms: f.optional(f.int()),
    },
  },
  /**
   * Newer `version`: the page reloads at its next navigation, never while a show, a payment or a half-
   * written text is open. Below `min_version`: reload after `reload_after_ms` (random 0 to 60000).
   */
  'v3.client.version': {
    id: 7,
    sockets: ['lobby'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['everyone'],
    ids: ['REALTIME-001'],
    fields: {
      seq: f.int(),
      version: f.str(32),
      min_version: f.optional(f.str(32)),
      reload_after_ms: f.optional(f.int()),
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
  /** Sets the restart flag (30 s); close 1012 follows. */
  'v3.lobby.restarting': {
    id: 12,
    sockets: ['lobby'],
    direction: 'in',
    nature: 'moment',
    audience: ['everyone'],
    ids: ['REALTIME-005', 'REALTIME-020', 'REALTIME-026'],
    fields: {
      after_ms: f.int(),
      reason: f.optional(f.oneOf('deploy', 'overload')),
    },
  },
  /**
   * Follows v3.templates: the events of its list that a page may say and that this server does not serve
   * yet. The page hides what needs them.
   */
  'v3.templates.planned': {
    id: 1500,
    since: 2,
    sockets: ['lobby', 'room'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['socket'],
    ids: ['REALTIME-009'],
    fields: {
      seq: f.int(),
      events: f.list(f.str(60), 300),
    },
  },
});
