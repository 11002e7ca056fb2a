import type { ErrorTable } from '../error-spec.ts';

/** Refusals of moderation by the house. */
export const moderationErrors = {
  'moderation.stale': { kind: 'conflict', message: 'Somebody else has already decided' },
  'moderation.appeal_open': { kind: 'conflict', message: 'There is already an open appeal' },
  'moderation.nothing_to_appeal': { kind: 'wrong_state', message: 'There is no decision to appeal' },
  'moderation.cannot_sanction': { kind: 'forbidden', message: 'You cannot act on this person' },
  'moderation.action_not_possible': {
    kind: 'wrong_state',
    message: 'This cannot be done with what was reported',
  },
} as const satisfies ErrorTable;
