import { events } from '../event.ts';
import * as f from '../event-fields.ts';

/** Socket events sent or answered by identity. */
export const identityEvents = events({
  /** user.notificationUnreadCount. */
  'v3.notification.count': {
    id: 28,
    sockets: ['lobby'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['account'],
    ids: ['REALTIME-002'],
    fields: {
      seq: f.int(),
      count: f.int(),
    },
  },
});
