import type { ErrorTable } from '../error-spec.ts';

/** Refusals about people's own data. Two keep the names that the wire page gives them. */
export const dataRightsErrors = {
  'identity.export_running': { kind: 'conflict', message: 'An export is already running' },
  'identity.balance_open': { kind: 'conflict', message: 'Please settle your balance first' },
  'data_rights.staff_account': {
    kind: 'forbidden',
    message:
      'An account that works for the site cannot be deleted. Ask for your roles to be taken away first',
  },
} as const satisfies ErrorTable;
