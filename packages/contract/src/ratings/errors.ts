import type { ErrorTable } from '../error-spec.ts';

/** Refusals of ratings; the code keeps the name that the wire gives it. */
export const ratingsErrors = {
  'shows.rating_not_allowed': { kind: 'forbidden', message: 'You can rate after tipping 25 tokens' },
} as const satisfies ErrorTable;
