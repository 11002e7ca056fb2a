import { events } from '../event.ts';
import * as f from '../event-fields.ts';

/** Socket events of cameras that viewers share with a performer. `username` of the three about a camera is the viewer's. */
export const sharecamEvents = events({
  /** (chosen) Asked, accepted, declined and ended by HTTP. */
  'v3.sharecam.request': {
    id: 81,
    sockets: ['lobby', 'room'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['streamer'],
    ids: ['LIVE-VIDEO-028'],
    fields: {
      seq: f.int(),
      request_id: f.id(),
      username: f.name(),
      audio: f.optional(f.bool()),
      expires_at: f.ms(),
      status: f.oneOf('pending', 'canceled'),
    },
  },
  /**
   * Consent only; the picture starts with v3.cam2cam.start (or POST sharecam/{username}/publish, the
   * same token).
   */
  'v3.sharecam.accepted': {
    id: 82,
    sockets: ['room'],
    direction: 'in',
    nature: 'moment',
    audience: ['account'],
    ids: ['LIVE-VIDEO-004'],
    fields: {
      request_id: f.id(),
      username: f.name(),
    },
  },
  /** Toast '{model display name} declined your ShareCam request.' */
  'v3.sharecam.declined': {
    id: 83,
    sockets: ['room'],
    direction: 'in',
    nature: 'moment',
    audience: ['account'],
    ids: ['LIVE-VIDEO-005', 'ERRORS-058'],
    fields: {
      request_id: f.id(),
      username: f.name(),
      display_name: f.optional(f.text()),
    },
  },
  /** Ingest and token to the sharer only: publish now (WHIP). */
  'v3.cam2cam.start': {
    id: 84,
    sockets: ['room'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['account', 'streamer'],
    ids: ['LIVE-VIDEO-006', 'LIVE-VIDEO-028'],
    fields: {
      seq: f.int(),
      cam2cam_id: f.id(),
      username: f.name(),
      ingest_url: f.optional(f.url()),
      token: f.optional(f.str()),
      expires_at: f.ms(),
      audio: f.optional(f.bool()),
    },
  },
  /** `stream` to the streamer only: play now (WHEP). */
  'v3.cam2cam.ready': {
    id: 85,
    sockets: ['room'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['account', 'streamer'],
    ids: ['LIVE-VIDEO-008', 'LIVE-VIDEO-028'],
    fields: {
      seq: f.int(),
      cam2cam_id: f.id(),
      username: f.name(),
      stream: f.optional(f.stream()),
    },
  },
  'v3.cam2cam.end': {
    id: 86,
    sockets: ['room'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['account', 'streamer'],
    ids: ['LIVE-VIDEO-007', 'LIVE-VIDEO-028'],
    fields: {
      seq: f.int(),
      cam2cam_id: f.id(),
      username: f.name(),
      reason: f.oneOf('user_ended', 'model_ended', 'private_ended', 'disconnected', 'expired', 'removed'),
    },
  },
});
