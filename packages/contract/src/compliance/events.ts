import { events } from '../event.ts';
import * as f from '../event-fields.ts';

/** Socket events sent or answered by compliance. */
export const complianceEvents = events({
  /**
   * (chosen) One event for every slow machine; the page reads that part again by HTTP. No reasons or documents on the
   * socket.
   */
  'v3.account.update': {
    id: 31,
    sockets: ['lobby'],
    direction: 'in',
    nature: 'state',
    scope: 'own',
    audience: ['account'],
    ids: ['AGE-VERIFICATION-013', 'CONTENT-PAGES-026'],
    fields: {
      seq: f.int(),
      part: f.oneOf('identity', 'compliance', 'age_verification', 'case', 'payout', 'postpay', 'membership', 'fanclub', 'suspension'),
      status: f.code(),
      at: f.ms(),
      due_at: f.optional(f.ms()),
      case_id: f.optional(f.id()),
    },
  },
});
