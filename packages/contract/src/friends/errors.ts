import type { ErrorTable } from '../error-spec.ts';

/** Refusals of friends. */
export const friendsErrors = {
  'friends.not_found': { kind: 'not_found', message: 'This person does not exist' },
  'friends.limit': { kind: 'conflict', message: 'Your friend list is full' },
  'friends.not_allowed': { kind: 'forbidden', message: 'This person does not accept requests' },
} as const satisfies ErrorTable;
