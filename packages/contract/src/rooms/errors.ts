import type { ErrorTable } from '../error-spec.ts';

/** Refusals of rooms. */
export const roomsErrors = {
  'rooms.not_found': { kind: 'not_found', message: 'This room does not exist' },
  /** `params.username` is the new one. */
  'rooms.moved': { kind: 'not_found', message: 'This model has a new name' },
  'rooms.banned': { kind: 'forbidden', message: 'You have been banned from this room.' },
  'rooms.offline': { kind: 'wrong_state', message: 'The model is offline' },
  'rooms.password_wrong': { kind: 'forbidden', message: 'Wrong password' },
  'rooms.password_required': { kind: 'forbidden', message: 'This room needs a password' },
  'rooms.card_required': { kind: 'payment_required', message: 'A card on file is needed' },
  'rooms.follow_off': { kind: 'forbidden', message: 'This model cannot be followed' },
} as const satisfies ErrorTable;
