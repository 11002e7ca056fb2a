import type { ErrorTable } from '../error-spec.ts';

/** Refusals of fan clubs. */
export const fanClubErrors = {
  'fan_club.off': { kind: 'not_found', message: 'This model has no fan club' },
  'fan_club.already_member': { kind: 'conflict', message: 'You are already a member' },
  'fan_club.not_member': { kind: 'wrong_state', message: 'You are not a member' },
} as const satisfies ErrorTable;
