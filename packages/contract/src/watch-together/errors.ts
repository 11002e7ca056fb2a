import type { ErrorTable } from '../error-spec.ts';

/** Refusals of watching together; the codes keep the names that the wire gives them. */
export const watchTogetherErrors = {
  'shows.watch_unavailable': { kind: 'wrong_state', message: 'Watching together is not available now' },
} as const satisfies ErrorTable;
