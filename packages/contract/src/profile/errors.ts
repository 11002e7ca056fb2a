import type { ErrorTable } from '../error-spec.ts';

/** Refusals of profiles and of what is reviewed of them. */
export const profileErrors = {
  'settings.avatar_failed': { kind: 'invalid_input', message: 'An error occurred' },
  'identity.display_name_refused': { kind: 'invalid_input', message: 'This name cannot be used' },
  'compliance.under_review': { kind: 'conflict', message: 'A change is already being reviewed' },
  'moderation.stale': { kind: 'conflict', message: 'Somebody else has already decided' },
} as const satisfies ErrorTable;
