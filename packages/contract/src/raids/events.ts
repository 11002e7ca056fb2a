import { events } from '../event.ts';
import * as f from '../event-fields.ts';

/** Socket events sent by raids. */
export const raidsEvents = events({
  /**
   * Viewers are asked whether they come along, the number of those who did has changed, or it is over: `done` at its
   * time, `canceled` by the performer, `room_closed` where the other room takes none any more. At most one in two
   * seconds.
   */
  'v3.raid.update': {
    id: 2400,
    since: 3,
    sockets: ['room'],
    direction: 'in',
    nature: 'state',
    scope: 'room',
    audience: ['room'],
    ids: [],
    fields: {
      seq: f.int(),
      raid_id: f.id(),
      status: f.oneOf('asking', 'done', 'canceled', 'room_closed'),
      to: f.name(),
      to_name: f.text(),
      ends_at: f.ms(),
      moved: f.int(0),
    },
  },
});
