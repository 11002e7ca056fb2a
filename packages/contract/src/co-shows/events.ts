import { events } from '../event.ts';
import * as f from '../event-fields.ts';

/** Socket events sent by co-shows. */
export const coShowsEvents = events({
  /** The performer starts or ends a show together with the performer of another room. */
  'v3.co_show.update': {
    id: 3000,
    since: 5,
    sockets: ['room'],
    direction: 'in',
    nature: 'state',
    scope: 'room',
    audience: ['room'],
    ids: [],
    fields: {
      seq: f.int(),
      co_show_id: f.id(),
      status: f.oneOf('running', 'ended'),
      /** The other performer. */
      username: f.name(),
      display_name: f.text(),
      started_at: f.ms(),
      reason: f.optional(f.oneOf('ended', 'show', 'offline')),
    },
  },
  /** To both sides of a request, about the other side. Someone who ignores the asker is told nothing. */
  'v3.co_show.request': {
    id: 3001,
    since: 5,
    sockets: ['lobby', 'room'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['streamer'],
    ids: [],
    fields: {
      seq: f.int(),
      co_show_id: f.id(),
      status: f.oneOf('asked', 'declined', 'withdrawn', 'expired', 'running'),
      username: f.name(),
      display_name: f.text(),
      expires_at: f.ms(),
      /** The receiver made the request. */
      is_own: f.bool(),
    },
  },
});
