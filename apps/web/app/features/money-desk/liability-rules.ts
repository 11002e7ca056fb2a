import type { OperatorAccount } from '@klieg/contract';

const OWED = ['unspent', 'earned', 'tax', 'suspense'] as const;
const COVERING = ['bank', 'receivable'] as const;

export interface Liability {
  /** Debts in cents, without empty ones. */
  readonly parts: readonly { readonly name: (typeof OWED)[number]; readonly cents: number }[];
  readonly owedCents: number;
  /** What the bank and the billers hold for each cent that is owed; null where nothing is. */
  readonly cover: number | null;
}

/** What the operator owes, and how far the money that is there goes. */
export function liabilityOf(accounts: readonly OperatorAccount[]): Liability {
  const sumOf = (name: string) =>
    accounts
      .filter((account) => account.name === name && account.unit === 'cents')
      .reduce((sum, { balance }) => sum + balance, 0);
  const parts = OWED.map((name) => ({ name, cents: sumOf(name) })).filter(({ cents }) => cents > 0);
  const owedCents = parts.reduce((sum, { cents }) => sum + cents, 0);
  // The ledger keeps what the operator has below 0.
  const heldCents = COVERING.reduce((sum, name) => sum - sumOf(name), 0);
  return { parts, owedCents, cover: owedCents === 0 ? null : heldCents / owedCents };
}
