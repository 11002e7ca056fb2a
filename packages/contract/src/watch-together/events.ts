import { events } from '../event.ts';
import * as f from '../event-fields.ts';

/** Socket events sent or answered by watch-together. */
export const watchTogetherEvents = events({
  /** (chosen) Watch-together. `proposed` becomes active by the model's first play, declined by its close. */
  'v3.watch.update': {
    id: 87,
    sockets: ['room'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['payer', 'streamer'],
    ids: ['LIVE-VIDEO-031', 'LIVE-VIDEO-032'],
    fields: {
      seq: f.int(),
      watch_id: f.id(),
      status: f.oneOf('proposed', 'active', 'ended', 'declined'),
      media_id: f.optional(f.id()),
      title: f.optional(f.text(80)),
      playing: f.optional(f.bool()),
      position_ms: f.optional(f.int()),
      at: f.ms(),
      by: f.optional(f.name()),
    },
  },
  /** (chosen) Last writer wins; no money. */
  'v3.watch.control': {
    id: 88,
    sockets: ['room'],
    direction: 'out',
    nature: 'message',
    audience: ['server'],
    rate: { burst: 4, perSecond: 2 },
    ids: ['LIVE-VIDEO-032'],
    fields: {
      client_id: f.str(36),
      watch_id: f.id(),
      playing: f.bool(),
      position_ms: f.int(),
    },
  },
});
