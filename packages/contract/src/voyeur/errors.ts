import type { ErrorTable } from '../error-spec.ts';

/** Refusals of voyeur rooms; the codes keep the names that the wire gives them. */
export const voyeurErrors = {
  'shows.no_voyeur_room': { kind: 'not_found', message: 'This is not a voyeur room' },
  'shows.control_taken': { kind: 'conflict', message: 'No turn is free now' },
} as const satisfies ErrorTable;
