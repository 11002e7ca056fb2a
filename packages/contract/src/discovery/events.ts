import { events } from '../event.ts';
import * as f from '../event-fields.ts';

/** Socket events sent or answered by discovery. */
export const discoveryEvents = events({
  /**
   * (chosen) Fans have made the performer a star, by 500 likes in total (`period` all): the page shows the badge. The
   * snapshot and `flagList` of the room say the same.
   */
  'v3.chat.sodastar': {
    id: 57,
    sockets: ['room'],
    direction: 'in',
    nature: 'state',
    scope: 'room',
    audience: ['room'],
    ids: ['CHAT-015'],
    fields: {
      seq: f.int(),
      username: f.name(),
      rank: f.optional(f.int()),
      period: f.optional(f.oneOf('30days', 'all')),
      is_sodastar: f.bool(),
    },
  },
  /** Room viewers are not told who follows. */
  'v3.new_follower': {
    id: 67,
    sockets: ['lobby', 'room'],
    direction: 'in',
    nature: 'moment',
    audience: ['account', 'streamer'],
    filters: ['F2'],
    ids: ['CHAT-019'],
    fields: {
      username: f.optional(f.name()),
      followers: f.optional(f.int()),
      at: f.ms(),
    },
  },
});
