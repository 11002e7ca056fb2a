import { type AccountId, AppError, type Clock, type Uuid } from '@klieg/kernel';
import { utcDayOf } from '@klieg/kernel/time';
import type { Database } from '../../platform/postgres/index.ts';
import { deriveTransferId } from '../ledger/index.ts';
import type { CodeStore } from './code-store.ts';
import type { CreditStore, PromoCredit } from './credit-store.ts';
import type { GrantStore } from './grant-store.ts';
import { HOLD_MS } from './wheel-rules.ts';

export interface Redemption {
  readonly accountId: AccountId;
  readonly key: Uuid;
  /** In capitals. */
  readonly code: string;
  readonly person: { readonly keys: readonly string[]; readonly others: readonly string[] };
}

/**
 * Gives the tokens of a code, once per person. An unknown, expired or used code, a person who has already had it, and a
 * used-up daily budget all get the same answer.
 * @throws promo.code_invalid
 */
export function makeRedeemCode(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly codes: Pick<CodeStore, 'use' | 'claim'>;
  readonly grants: Pick<GrantStore, 'promise'>;
  readonly credits: Pick<CreditStore, 'add' | 'find'>;
  readonly budgetTokens: number;
  readonly clock: Clock;
}) {
  return async ({ accountId, key, code, person }: Redemption): Promise<PromoCredit> => {
    const id = deriveTransferId(`account:${accountId}:promo`, key);
    const known = await deps.credits.find(id);
    if (known) return known;
    const now = deps.clock.now();
    return deps.database.kysely.transaction().execute(async (transaction) => {
      const tokens = await deps.codes.use(transaction, code, now);
      const isGiven =
        tokens !== undefined &&
        (await deps.codes.claim(transaction, { code, accountId, ...person, now })) &&
        (await deps.grants.promise(transaction, {
          day: utcDayOf(now),
          tokens,
          budgetTokens: deps.budgetTokens,
        }));
      // Earlier writes are rolled back with the transaction.
      if (!isGiven) throw new AppError('promo.code_invalid');
      const credit = { id, accountId, tokens, source: 'code', ref: code } as const;
      return deps.credits.add(transaction, credit, { now, heldUntil: now + HOLD_MS });
    });
  };
}

export type RedeemCode = ReturnType<typeof makeRedeemCode>;
