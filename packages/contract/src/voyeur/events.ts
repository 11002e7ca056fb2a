import { events } from '../event.ts';
import * as f from '../event-fields.ts';

/** Socket events of rooms that show a house by several cameras. */
export const voyeurEvents = events({
  /**
   * What the viewer has left of the house's time: bought, or free of today. Each ten seconds while it is used, and when
   * it has changed by more.
   */
  'v3.voyeurcam.time_left': {
    id: 118,
    sockets: ['room'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['payer'],
    ids: ['LIVE-VIDEO-011'],
    fields: {
      seq: f.int(),
      seconds_left: f.seconds(),
      cost_per_minute: f.optional(f.tok()),
      camera: f.optional(f.code()),
      is_free: f.optional(f.bool()),
    },
  },
  /**
   * The camera that everybody sees (the only one in `cameras`), who controls it, and the remaining time. `seconds` 0:
   * nobody controls it. Without `cameras` there is no picture. Also sent when the camera was switched.
   */
  'v3.voyeurcam.control_start': {
    id: 119,
    sockets: ['room'],
    direction: 'in',
    nature: 'state',
    scope: 'room',
    audience: ['room', 'account'],
    filters: ['F2'],
    ids: ['LIVE-VIDEO-012'],
    fields: {
      seq: f.int(),
      username: f.optional(f.name()),
      seconds: f.seconds(),
      ends_at: f.ms(),
      cameras: f.optional(f.list(f.code())),
    },
  },
});
