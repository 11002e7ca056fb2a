import type { ErrorTable } from '../error-spec.ts';

/** Refusals of broadcast. */
export const broadcastErrors = {
  'broadcast.not_approved': { kind: 'forbidden', message: 'Your account is not approved for broadcasting' },
  'broadcast.already_live': { kind: 'conflict', message: 'You are already live' },
  'broadcast.not_live': { kind: 'wrong_state', message: 'You are not live' },
} as const satisfies ErrorTable;
