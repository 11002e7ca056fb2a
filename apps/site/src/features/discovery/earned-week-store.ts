import type { AccountId } from '@klieg/kernel';
import { utcDayOf } from '@klieg/kernel/time';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';
import type { FeedReader } from '../ledger/index.ts';

/** Weeks that are kept, the present one included. */
const WEEKS_KEPT = 9;

/** The Monday of a moment's week in UTC, as YYYY-MM-DD. @param at Unix milliseconds */
export function weekOf(at: number): string {
  const day = new Date(at);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return utcDayOf(day);
}

export interface EarnedWeeks {
  /** Adds every payment to its week, and subtracts reversals from the week of the payment. */
  readonly feedReader: FeedReader;
  /** Tokens that performers earned in a week. */
  read(week: string): Promise<ReadonlyMap<AccountId, number>>;
  /** Drops weeks that no list shows any more. */
  prune(): Promise<void>;
}

/** Sums of earnings by week, counted from the ledger's feed, each payment once. */
export function makeEarnedWeeks({ kysely }: Pick<Database, 'kysely'>): EarnedWeeks {
  return {
    feedReader: {
      name: 'earned-weeks',
      from: 'start',
      concerns: ({ event }) => event === 'earned' || event === 'reversed',
      async handle(receiver, items, transaction) {
        const sums = new Map<string, number>();
        for (const { event, at, causeAt, paidTokens } of items) {
          if (event !== 'earned' && event !== 'reversed') continue;
          const week = weekOf(event === 'reversed' ? (causeAt ?? at) : at);
          sums.set(week, (sums.get(week) ?? 0) + paidTokens);
        }
        if (sums.size === 0) return;
        await sql`
          insert into earned_weeks as kept (account_id, week, tokens)
          select ${receiver}, week::date, tokens
          from unnest(${[...sums.keys()]}::text[], ${[...sums.values()]}::bigint[]) as added (week, tokens)
          on conflict (account_id, week) do update set tokens = kept.tokens + excluded.tokens`.execute(
          transaction,
        );
      },
    },
    async read(week) {
      const { rows } = await sql<{ account_id: AccountId; tokens: number }>`
        select account_id, tokens from earned_weeks where week = ${week} and tokens > 0`.execute(kysely);
      return new Map(rows.map((row) => [row.account_id, row.tokens]));
    },
    async prune() {
      await sql`delete from earned_weeks
        where week < date_trunc('week', now() at time zone 'utc')::date - ${7 * WEEKS_KEPT}::int`.execute(
        kysely,
      );
    },
  };
}
