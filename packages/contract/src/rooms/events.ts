import { z } from 'zod';
import { events } from '../event.ts';
import * as f from '../event-fields.ts';

/** Socket events sent or answered by rooms. */
export const roomsEvents = events({
  /** Asks which node serves a room. */
  'v3.lobby.discover': {
    id: 10,
    sockets: ['lobby'],
    direction: 'out',
    nature: 'message',
    audience: ['server'],
    rate: { burst: 5, perSecond: 0.5 },
    ids: ['REALTIME-016', 'REALTIME-028'],
    fields: {
      room: f.name(),
      request_id: f.optional(f.str(36)),
    },
  },
  /**
   * `server` is the wss origin and path of the room socket; `node_token` is single use, bound to login
   * session and room, at most 60 s.
   */
  'v3.lobby.discovered': {
    id: 11,
    sockets: ['lobby'],
    direction: 'in',
    nature: 'moment',
    audience: ['socket'],
    ids: ['REALTIME-006', 'REALTIME-028'],
    fields: {
      room: f.name(),
      server: f.optional(f.url()),
      node_token: f.optional(f.str(64)),
      expires_at: f.optional(f.ms()),
      request_id: f.optional(f.str(36)),
      errorType: f.optional(f.code()),
      error: f.optional(f.text()),
      retry_after_ms: f.optional(f.int()),
      suggestions: f.optional(f.list(f.name(), 12)),
    },
  },
  /**
   * (chosen) The whole repairable state of the room for this viewer; each part has the shape of its own
   * state event. An absent part does not exist now: the page drops it. `userSetting` all keys of
   * v3.chat.model_settings, `apps` every installed app as v3.chat.app_changed_relayed has it, `requests`
   * the streamer's open private requests or the viewer's own, `spy` the last v3.spy.tick. Over 64 KiB
   * configurations in `apps` are left out and read by GET chat/{username}/apps.
   */
  'v3.room.snapshot': {
    id: 13,
    sockets: ['room'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['socket'],
    filters: ['F2', 'F4', 'F5'],
    ids: ['CHAT-029', 'CHAT-030', 'CHAT-031'],
    fields: {
      seq: f.int(),
      epoch: f.str(16),
      chat: f.obj(),
      mode: f.oneOf('public', 'private', 'spy', 'limited'),
      user_count: f.int(),
      stream: f.optional(f.stream()),
      limitedShow: f.optional(f.obj()),
      privateStats: f.optional(f.obj()),
      privateDiscount: f.optional(f.obj()),
      tipSplit: f.optional(f.obj()),
      koth: f.optional(f.obj()),
      scratchoff: f.optional(f.obj()),
      versus: f.optional(f.obj()),
      versusTournament: f.optional(f.obj()),
      app_panels: f.optional(f.obj()),
      goal: f.optional(f.obj()),
      controlapp: f.optional(f.obj()),
      lovense: f.optional(f.obj()),
      watch: f.optional(f.obj()),
      cam2cam: f.optional(f.obj()),
      voyeurcam: f.optional(f.obj()),
      rocketman: f.optional(f.obj()),
      golden_ticket: f.optional(f.obj()),
      userSetting: f.optional(f.obj()),
      apps: f.optional(f.list(f.obj(), 20)),
      sodastar: f.optional(f.obj()),
      logo: f.optional(f.obj()),
      requests: f.optional(f.list(f.obj(), 20)),
      sharecam: f.optional(f.list(f.obj(), 10)),
      spy: f.optional(f.obj()),
      groupShow: f.optional(f.obj()),
      coShow: f.optional(f.obj()),
    },
    added: { groupShow: 4, coShow: 5 },
  },
  /** (chosen) Sent on a gap (W51); answered by v3.room.snapshot. */
  'v3.room.resync': {
    id: 14,
    sockets: ['room'],
    direction: 'out',
    nature: 'message',
    audience: ['server'],
    rate: { burst: 2, perSecond: 0.2 },
    ids: ['REALTIME-029'],
    fields: {
      epoch: f.optional(f.str(16)),
      seq: f.optional(f.int()),
    },
  },
  /**
   * (chosen direction) Hidden: the server stops user list, count and animation events to this socket (none of them is
   * of scope room); visible again: list and count are sent at once. Never told to another user.
   */
  'v3.pagevisibility.change': {
    id: 15,
    sockets: ['lobby', 'room'],
    direction: 'out',
    nature: 'message',
    audience: ['server'],
    rate: { burst: 10, perSecond: 0.17 },
    ids: ['REALTIME-010'],
    fields: {
      visible: f.bool(),
    },
  },
  /**
   * (chosen) The page subscribes to the rooms on its screen, at most 300 at once; the server answers
   * with the list that it accepted.
   */
  'v3.lobby.status.start': {
    id: 16,
    sockets: ['lobby'],
    direction: 'both',
    nature: 'message',
    audience: ['socket'],
    rate: { burst: 10, perSecond: 1 },
    ids: ['REALTIME-012', 'REALTIME-020'],
    fields: {
      usernames: f.list(f.name(), 100),
    },
  },
  /** Absent list: all. The answer lists what was dropped. */
  'v3.lobby.status.stop': {
    id: 17,
    sockets: ['lobby'],
    direction: 'both',
    nature: 'message',
    audience: ['socket'],
    rate: { burst: 10, perSecond: 1 },
    ids: ['REALTIME-013', 'REALTIME-020'],
    fields: {
      usernames: f.optional(f.list(f.name(), 100)),
    },
  },
  /** The present values, right after `start`. */
  'v3.lobby.status.to_user': {
    id: 18,
    sockets: ['lobby'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['socket'],
    ids: ['REALTIME-014', 'REALTIME-020'],
    fields: {
      seq: f.int(),
      statuses: f.list(z.object({ username: f.name(), status: f.code(), thumb_small: f.optional(f.url()), user_count: f.optional(f.int(0)) })),
    },
  },
  /** At most one per room and 2 s. */
  'v3.lobby.status.update': {
    id: 19,
    sockets: ['lobby'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['subscribers'],
    ids: ['REALTIME-011', 'REALTIME-020'],
    fields: {
      seq: f.int(),
      username: f.name(),
      status: f.oneOf('connected', 'limited', 'offline', 'online', 'online_ai', 'private', 'reconnecting', 'standby'),
      thumb_small: f.optional(f.url()),
      user_count: f.optional(f.int()),
      flags: f.optional(f.list(f.code())),
    },
  },
});
