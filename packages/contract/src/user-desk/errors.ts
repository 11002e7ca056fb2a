import type { ErrorTable } from '../error-spec.ts';

/** Refusals of the desk of accounts. They keep the names that the wire page has for them. */
export const userDeskErrors = {
  'back_office.needs_super_admin': { kind: 'forbidden', message: 'Only a super admin may do this' },
  'back_office.membership_paid': {
    kind: 'conflict',
    message: 'A membership that is paid for is running. Its order decides about it',
  },
  'back_office.proposal_gone': {
    kind: 'conflict',
    message: 'This proposal is decided already, or was made for something else',
  },
  'back_office.too_many': { kind: 'wrong_state', message: 'This is too much for one file' },
  'common.second_person_needed': { kind: 'conflict', message: 'A second person must confirm' },
  'ledger.would_go_negative': { kind: 'wrong_state', message: 'The balance would become negative' },
} as const satisfies ErrorTable;
