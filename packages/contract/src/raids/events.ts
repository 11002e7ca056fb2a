import { events } from '../event.ts';
import * as f from '../event-fields.ts';

/** Socket events sent by raids. */
export const raidsEvents = events({
  /**
   * Viewers are asked to come along, the number who came has changed, or it is over: `done` when its time is up,
   * `canceled` by the performer, `room_closed` where the other room accepts no more. At most once in two seconds.
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
