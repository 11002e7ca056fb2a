import type { AccountId, Tokens } from '@klieg/kernel';
import type { Database } from '#site/platform/postgres/index.ts';
import { accountOf, type LedgerAccount, personOf } from '../accounts.ts';
import { kindOfCode, type LedgerKind } from '../kinds.ts';

/** What somebody earned by one kind of payment in a day, week or month. */
export interface EarnedRow {
  /** Its first UTC day, such as `2026-11-22`. */
  readonly date: string;
  readonly kind: LedgerKind;
  /** What payers gave, less what went back to them. */
  readonly grossTokens: Tokens;
  /** The person's share. */
  readonly shareTokens: Tokens;
}

/** UTC days, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

export interface EarnedStore {
  /** By date and kind, oldest first. */
  listEarned(person: AccountId, days: Days & { readonly by: 'day' | 'week' | 'month' }): Promise<EarnedRow[]>;
  /** Who gave the person most, less what went back to them. */
  listTopPayers(
    person: AccountId,
    days: Days,
    limit: number,
  ): Promise<{ readonly payer: AccountId; readonly tokens: Tokens }[]>;
}

/* An id contains the key's time: at most a day older than the payment, and some minutes ahead of it. */
const WITHIN = (id: string, at: string) => `
  ${at} >= $2::date::timestamp at time zone 'UTC' and ${at} < ($3::date + 1)::timestamp at time zone 'UTC'
  and ${id} >= ledger.uuid_floor(($2::date - 2)::timestamp at time zone 'UTC')
  and ${id} < ledger.uuid_floor(($3::date + 2)::timestamp at time zone 'UTC')`;

const EARNED = `
  with moved as (
    select t.created_at, t.kind, t.debit_tokens gross, t.credit_tokens share from ledger.transfers t
      where t.credit = $1 and t.credit_number is not null and t.debit / 8 <> t.credit / 8
        and ${WITHIN('t.id', 't.created_at')}
    union all
    select t.created_at, t.kind, case when r.original is null then 0 else -t.credit_tokens end, -t.debit_tokens
      from ledger.transfers t left join ledger.refunds r on r.original = t.cause and r.transfer_id = t.id
      where t.debit = $1 and t.debit_number is not null and t.debit / 8 <> t.credit / 8
        and ${WITHIN('t.id', 't.created_at')}
    union all
    select t.created_at, t.kind, case when l.tokens < 0 then -t.credit_tokens else t.debit_tokens end, l.tokens
      from ledger.legs l join ledger.transfers t on t.id = l.transfer_id
      where l.account = $1 and ${WITHIN('t.id', 't.created_at')} and ${WITHIN('l.transfer_id', 't.created_at')}
  )
  select date_trunc($4, created_at at time zone 'UTC')::date::text date, kind, sum(gross)::bigint gross,
    sum(share)::bigint share
  from moved group by 1, 2 order by 1, 2`;

const TOP_PAYERS = `
  select debit account, sum(debit_tokens - coalesce(back, 0))::bigint tokens
  from ledger.transfers t
    left join lateral (select sum(amount)::bigint back from ledger.refunds where original = t.id) r on true
  where credit = $1 and credit_number is not null and debit > 7 and debit % 8 = 1 and ${WITHIN('id', 'created_at')}
  group by debit having sum(debit_tokens - coalesce(back, 0)) > 0 order by tokens desc, debit limit $4`;

export function makeEarnedStore({ pool }: Pick<Database, 'pool'>): EarnedStore {
  const earning = (person: AccountId) => accountOf(person, 'earning');
  return {
    async listEarned(person, { from, to, by }) {
      const { rows } = await pool.query<{ date: string; kind: number; gross: number; share: number }>(
        EARNED,
        [earning(person), from, to, by],
      );
      return rows.map(({ date, kind, gross, share }) => ({
        date,
        kind: kindOfCode(kind),
        grossTokens: gross,
        shareTokens: share,
      }));
    },
    async listTopPayers(person, { from, to }, limit) {
      const { rows } = await pool.query<{ account: LedgerAccount; tokens: number }>(TOP_PAYERS, [
        earning(person),
        from,
        to,
        limit,
      ]);
      return rows.flatMap(({ account, tokens }) => {
        const payer = personOf(account);
        return payer ? [{ payer, tokens }] : [];
      });
    },
  };
}
