import { events } from '../event.ts';
import * as f from '../event-fields.ts';

/** Socket events sent or answered by broadcast. */
export const broadcastEvents = events({
  /**
   * `origin_server` keeps its place and is always null to viewers (internal hosts are never told).
   * `stream_name` and edges only to sockets entitled to the new mode.
   */
  'v3.chat.update': {
    id: 55,
    sockets: ['room'],
    direction: 'in',
    nature: 'state',
    scope: 'room',
    audience: ['room'],
    filters: ['F5'],
    ids: ['CHAT-013', 'CHAT-030', 'LIVE-VIDEO-013'],
    fields: {
      seq: f.int(),
      id: f.optional(f.id()),
      status: f.optional(f.oneOf('connected', 'limited', 'offline', 'online', 'online_ai', 'private', 'reconnecting', 'standby')),
      origin_server: f.optional(f.empty()),
      module_ids: f.optional(f.list(f.int())),
      app_ids: f.optional(f.list(f.int())),
      cam2cam: f.optional(f.bool()),
      thumb_small: f.optional(f.url()),
      stream_name: f.optional(f.str()),
      edge_servers: f.optional(f.list(f.url())),
      quality_renditions: f.optional(f.list(f.obj())),
      width: f.optional(f.int()),
      height: f.optional(f.int()),
      password_required: f.optional(f.bool()),
      slow_mode_seconds: f.optional(f.int()),
      public_recording: f.optional(f.bool()),
    },
  },
  /**
   * (chosen) New token each 40 s while entitled and playing; its absence ends playback at most 60 s
   * later, revocation within 2 s (S10).
   */
  'v3.stream.token': {
    id: 115,
    sockets: ['room'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['socket'],
    ids: ['LIVE-VIDEO-026', 'LIVE-VIDEO-013'],
    fields: {
      seq: f.int(),
      stream_name: f.str(),
      token: f.str(),
      expires_at: f.ms(),
      edge_servers: f.optional(f.list(f.url())),
      renditions: f.optional(f.list(f.code())),
      mode: f.oneOf('public', 'private', 'spy', 'limited'),
    },
  },
  /** Each 5 s while publishing. */
  'v3.stream.ingest_info': {
    id: 116,
    sockets: ['room'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['streamer'],
    ids: ['LIVE-VIDEO-010'],
    fields: {
      seq: f.int(),
      status: f.oneOf('waiting', 'live', 'unstable', 'gone'),
      kbps: f.optional(f.int()),
      fps: f.optional(f.int()),
      width: f.optional(f.int()),
      height: f.optional(f.int()),
      keyframe_ms: f.optional(f.int()),
      dropped: f.optional(f.int()),
      warnings: f.optional(f.list(f.code())),
      tech: f.optional(f.oneOf('obs', 'webrtc')),
    },
  },
});
