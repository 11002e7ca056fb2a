import { type AccountId, AppError, type Clock, type Uuid } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import { deriveTransferId } from '../ledger/index.ts';
import type { CodeStore } from './code-store.ts';
import type { CreditStore, PromoCredit } from './credit-store.ts';
import type { GrantStore } from './grant-store.ts';
import { dayOf, HOLD_MS } from './wheel-rules.ts';

export interface Redemption {
  readonly accountId: AccountId;
  readonly key: Uuid;
  /** In capitals. */
  readonly code: string;
  readonly person: { readonly keys: readonly string[]; readonly others: readonly string[] };
}

/**
 * Gives the tokens of a code, once for each person. A code that was never there, is over or used, a person who has
 * had it, and a day whose budget is promised all answer alike.
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
          day: dayOf(now),
          tokens,
          budgetTokens: deps.budgetTokens,
        }));
      // What was written until here goes with the transaction.
      if (!isGiven) throw new AppError('promo.code_invalid');
      const credit = { id, accountId, tokens, source: 'code', ref: code } as const;
      return deps.credits.add(transaction, credit, { now, heldUntil: now + HOLD_MS });
    });
  };
}

export type RedeemCode = ReturnType<typeof makeRedeemCode>;
