import type { ErrorTable } from '../error-spec.ts';

/** Refusals of linked accounts. They keep the code prefix of settings, where they are shown. */
export const linkedAccountsErrors = {
  'settings.linked_limit': {
    kind: 'conflict',
    message: 'You have linked the maximum number of accounts',
  },
  'settings.linked_already': { kind: 'conflict', message: 'This account is already linked' },
} as const satisfies ErrorTable;
