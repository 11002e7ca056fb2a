import type { AccountId, Tokens } from '@klieg/kernel';
import type { Database } from '#site/platform/postgres/index.ts';
import { accountOf } from '../accounts.ts';
import { codeOfKind, type LedgerKind } from '../kinds.ts';

/** Spending of one kind whose detail has no such field. */
export interface SpendsOnly {
  readonly kind: LedgerKind;
  readonly withoutDetail: string;
}

export interface RecentSpendStore {
  /** Gross tokens that one gave the other since then (Unix milliseconds). */
  recentSpendTo(payer: AccountId, receiver: AccountId, since: number): Promise<Tokens>;
  /** The same for each pair, in their order. */
  recentSpendsTo(
    pairs: readonly { readonly payer: AccountId; readonly receiver: AccountId }[],
    since: number,
    only?: SpendsOnly,
  ): Promise<Tokens[]>;
}

export function makeRecentSpendStore({ pool }: Pick<Database, 'pool'>): RecentSpendStore {
  const recentSpendsTo: RecentSpendStore['recentSpendsTo'] = async (pairs, since, only) => {
    const asked = only
      ? 'recent_spend_without(payer, receiver, $3, $4, $5)'
      : 'recent_spend(payer, receiver, $3)';
    const { rows } = await pool.query<{ total: Tokens }>({
      name: only ? 'ledger.recent_spends_without' : 'ledger.recent_spends',
      text: `select ledger.${asked} total
        from unnest($1::bigint[], $2::bigint[]) with ordinality as pair (payer, receiver, place) order by place`,
      values: [
        pairs.map(({ payer }) => accountOf(payer, 'spending')),
        pairs.map(({ receiver }) => accountOf(receiver, 'earning')),
        new Date(since),
        ...(only ? [codeOfKind(only.kind), only.withoutDetail] : []),
      ],
    });
    return rows.map(({ total }) => total);
  };
  return {
    recentSpendsTo,
    recentSpendTo: async (payer, receiver, since) => (await recentSpendsTo([{ payer, receiver }], since))[0]!,
  };
}
