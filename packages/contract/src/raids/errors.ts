import type { ErrorTable } from '../error-spec.ts';

/** Refusals of raids. */
export const raidsErrors = {
  'raids.running': { kind: 'conflict', message: 'Your viewers are being asked already' },
  'raids.too_soon': { kind: 'rate_limited', message: 'Wait some minutes before the next raid' },
  'raids.room_closed': { kind: 'wrong_state', message: 'This room takes no raid now. Choose another' },
  'raids.over': { kind: 'closed', message: 'This raid is over' },
  'raids.kept_out': { kind: 'forbidden', message: 'That room is not open to you. You stay here' },
  'raids.refused_full': { kind: 'conflict', message: 'You refuse raids of 200 rooms. Allow one again first' },
} as const satisfies ErrorTable;
