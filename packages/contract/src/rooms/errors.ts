import type { ErrorTable } from '../error-spec.ts';

/** Refusals of rooms. */
export const roomsErrors = {
  'rooms.not_found': { kind: 'not_found', message: 'This room does not exist' },
  'rooms.offline': { kind: 'wrong_state', message: 'The model is offline' },
  'rooms.follow_off': { kind: 'forbidden', message: 'This model cannot be followed' },
} as const satisfies ErrorTable;
