import type { ErrorTable } from '../error-spec.ts';

/** Refusals of the operator's desk of money. */
export const moneyDeskErrors = {
  'money_desk.nothing_read': {
    kind: 'invalid_input',
    message: 'No line of this file could be read as one of this biller',
  },
  'money_desk.charge_decided': {
    kind: 'conflict',
    message: 'Nobody has to decide this charge: it is decided, or its biller is still being asked',
  },
  'money_desk.transaction_taken': {
    kind: 'conflict',
    message: 'This transaction pays another order',
  },
} as const satisfies ErrorTable;
