import { AppError, assert } from '@klieg/kernel';
import type { BalanceAfter, Outcome } from './commands.ts';

/** Refusals of the ledger that the wire knows by name; the rest are bugs of the caller. */
const codes: Readonly<Record<string, string>> = {
  not_enough_tokens: 'ledger.not_enough_tokens',
  user_daily_limit: 'ledger.user_daily_limit',
  over_daily_limit: 'ledger.over_daily_limit',
  mismatch: 'common.idempotency_key_reused',
};

/** The balances of a spend that counts, also when it is a repeat. @throws spend errors of the contract */
export function balancesOrRefuse(outcome: Outcome): {
  readonly debit: BalanceAfter;
  readonly credit: BalanceAfter | undefined;
} {
  if (outcome.status === 'refused') {
    const code = codes[outcome.reason];
    assert(code, `the ledger refused: ${outcome.reason}`);
    throw new AppError(code);
  }
  assert(outcome.debit, 'a spend has a payer');
  return { debit: outcome.debit, credit: outcome.credit };
}
