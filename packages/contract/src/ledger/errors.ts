import type { ErrorTable } from '../error-spec.ts';

/** Refusals of ledger. */
export const ledgerErrors = {
  'ledger.not_enough_tokens': {
    kind: 'payment_required',
    errorType: 'not_enough_tokens',
    message: 'Not enough tokens',
  },
  'ledger.over_daily_limit': {
    kind: 'wrong_state',
    errorType: 'over_daily_limit',
    message: 'You have reached the daily limit',
  },
  'ledger.user_daily_limit': {
    kind: 'wrong_state',
    errorType: 'user_daily_limit',
    message: 'You have reached your own daily limit',
  },
  'ledger.statement_too_long': {
    kind: 'wrong_state',
    message: 'This period has too many lines for one file. Please choose a shorter one',
  },
  'ledger.month_detached': {
    kind: 'wrong_state',
    message: 'A part of this period is kept in an archive. Please ask support for it',
  },
  'ledger.model_cannot_spend': { kind: 'forbidden', message: 'Models cannot spend tokens' },
} as const satisfies ErrorTable;
