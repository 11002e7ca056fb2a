import type { ErrorTable } from '../error-spec.ts';

/** Refusals of fan clubs. */
export const fanClubErrors = {
  'fan_club.off': { kind: 'not_found', message: 'This model has no fan club' },
} as const satisfies ErrorTable;
