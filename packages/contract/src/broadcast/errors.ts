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
  'broadcast.recording_not_ready': {
    kind: 'wrong_state',
    message: 'This recording is still being made',
  },
  'broadcast.recording_failed': { kind: 'wrong_state', message: 'Nothing of this recording could be kept' },
  'broadcast.recording_withdrawn': {
    kind: 'wrong_state',
    message: 'Somebody in this recording has withdrawn their consent',
  },
  'broadcast.recording_withheld': { kind: 'forbidden', message: 'This recording was taken down' },
  'broadcast.recording_of_show': {
    kind: 'forbidden',
    message: 'Recordings of shows belong to those who paid for the show',
  },
  'broadcast.not_live': { kind: 'wrong_state', message: 'You are not live' },
} as const satisfies ErrorTable;
