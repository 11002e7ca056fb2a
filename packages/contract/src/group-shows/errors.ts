import type { ErrorTable } from '../error-spec.ts';

/** Refusals of group shows. */
export const groupShowsErrors = {
  'shows.no_group_show': { kind: 'wrong_state', message: 'There is no group show to join' },
  'shows.group_full': { kind: 'conflict', message: 'This group show is full' },
} as const satisfies ErrorTable;
