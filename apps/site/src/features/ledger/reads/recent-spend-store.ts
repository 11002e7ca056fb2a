import type { AccountId, Tokens } from '@klieg/kernel';
import type { Database } from '#site/platform/postgres/index.ts';
import { accountOf } from '../accounts.ts';
import { codeOfKind, kindOfCode, type LedgerKind } from '../kinds.ts';

/** Spending of one kind whose detail has no such field. */
export interface SpendsOnly {
  readonly kind: LedgerKind;
  readonly withoutDetail: string;
}

/** What was spent on one kind in one quarter of an hour. */
export interface Spent {
  /** Its beginning, in Unix milliseconds. */
  readonly at: number;
  readonly kind: LedgerKind;
  readonly tokens: Tokens;
}

export interface RecentSpendStore {
  /** Gross tokens that one gave the other since then (Unix milliseconds). */
  recentSpendTo(payer: AccountId, receiver: AccountId, since: number): Promise<Tokens>;
  /** Gross tokens that one gave since then (Unix milliseconds), by quarter of an hour and kind, oldest first. */
  spentSince(payer: AccountId, since: number): Promise<readonly Spent[]>;
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
    async spentSince(payer, since) {
      const { rows } = await pool.query<{ at: Date; kind: number; tokens: Tokens }>({
        name: 'ledger.spent_since',
        text: `select date_bin('15 minutes', created_at, timestamptz 'epoch') at, kind,
            sum(debit_tokens)::bigint tokens
          from ledger.transfers
          where debit = $1 and debit_number is not null
            and id >= ledger.uuid_floor($2) and created_at >= $2
          group by 1, 2 order by 1, 2`,
        values: [accountOf(payer, 'spending'), new Date(since)],
      });
      return rows.map(({ at, kind, tokens }) => ({ at: at.getTime(), kind: kindOfCode(kind), tokens }));
    },
    recentSpendsTo,
    recentSpendTo: async (payer, receiver, since) => (await recentSpendsTo([{ payer, receiver }], since))[0]!,
  };
}
