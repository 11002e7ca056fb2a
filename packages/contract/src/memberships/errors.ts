import type { ErrorTable } from '../error-spec.ts';

/** Refusals of memberships; the code keeps the name that the wire gives it. */
export const membershipsErrors = {
  'billing.no_membership': { kind: 'wrong_state', message: 'You have no membership' },
} as const satisfies ErrorTable;
