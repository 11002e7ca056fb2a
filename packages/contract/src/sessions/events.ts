import { events } from '../event.ts';
import * as f from '../event-fields.ts';

/** Socket events sent or answered by sessions. */
export const sessionsEvents = events({
  /** Reloads the page; all sockets of the login session then close 4402. */
  'v3.logout': {
    id: 9,
    sockets: ['lobby'],
    direction: 'in',
    nature: 'moment',
    audience: ['account'],
    ids: ['REALTIME-004'],
    fields: {
      reason: f.optional(f.oneOf('logout', 'password', 'suspended', 'expired', 'revoked')),
    },
  },
});
