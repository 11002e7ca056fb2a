import type { ErrorTable } from '../error-spec.ts';

/** Refusals of complaints that are worked on. */
export const complaintDeskErrors = {
  'complaint_desk.action_not_possible': {
    kind: 'wrong_state',
    message: 'This cannot be done with the complaint as it is now',
  },
  'complaint_desk.nothing_asked': { kind: 'wrong_state', message: 'Nobody waits for an answer of yours' },
  'complaint_desk.counter_sent': { kind: 'conflict', message: 'You have already sent a counter-notice' },
} as const satisfies ErrorTable;
