import type { ErrorTable } from '../error-spec.ts';

/** Refusals of broadcast. */
export const broadcastErrors = {
  'broadcast.not_approved': { kind: 'forbidden', message: 'Your account is not approved for broadcasting' },
  'broadcast.banned': { kind: 'forbidden', message: 'You are banned from broadcasting' },
  'broadcast.already_live': { kind: 'conflict', message: 'You are already live' },
  'broadcast.standby_not_allowed': {
    kind: 'forbidden',
    message: 'Standby is not available for your account',
  },
  'broadcast.not_entitled': { kind: 'forbidden', message: 'You need a ticket or a private for this picture' },
  'broadcast.clip_not_public': {
    kind: 'wrong_state',
    message: 'Clips are made of the public stream alone',
  },
  'broadcast.clip_too_soon': {
    kind: 'rate_limited',
    message: 'You have just made a clip. Wait some seconds for the next one',
  },
  'broadcast.not_live': { kind: 'wrong_state', message: 'You are not live' },
} as const satisfies ErrorTable;
