import type { ErrorTable } from '../error-spec.ts';

/** Refusals of shared cameras; the codes keep the names that the wire gives them. */
export const sharecamErrors = {
  'shows.sharecam_unavailable': { kind: 'wrong_state', message: 'ShareCam is not available now' },
} as const satisfies ErrorTable;
