import { events } from '../event.ts';
import * as f from '../event-fields.ts';

/** Socket events sent or answered by back-office. */
export const backOfficeEvents = events({
  /** (chosen) Counts only; never content. */
  'v3.staff.queue': {
    id: 32,
    sockets: ['lobby'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['staff'],
    ids: ['MODERATION-ROLES-018'],
    fields: {
      seq: f.int(),
      queue: f.oneOf('live', 'media', 'identity', 'complaint', 'illegal', 'appeal', 'payout', 'fraud'),
      count: f.int(),
      oldest_due_at: f.optional(f.ms()),
    },
  },
});
