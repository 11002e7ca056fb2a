import { REMINDERS_MAX } from '@klieg/contract/features/schedule/limits';
import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { Place } from '../../platform/visitors/index.ts';

/** Somebody who wants a reminder, and where they were when they asked. */
export interface Reminded extends Place {
  readonly accountId: AccountId;
}

/** One start of a stream. */
export interface Start {
  readonly streamId: Uuid;
  /** Unix milliseconds. */
  readonly startsAt: number;
  readonly date: string;
}

/** Reminders that people want, and those already sent. */
export interface ReminderStore {
  /** A repeat changes nothing. @returns `gone` if the stream is, `full` at the limit of one person */
  add(streamId: Uuid, who: Reminded): Promise<'done' | 'gone' | 'full'>;
  remove(streamId: Uuid, accountId: AccountId): Promise<void>;
  /** For which of these streams somebody has a reminder. */
  listOf(accountId: AccountId, streamIds: readonly Uuid[]): Promise<ReadonlySet<Uuid>>;
  /** People not yet processed for a start. */
  listWaiting(start: Start, limit: number): Promise<readonly Reminded[]>;
  /**
   * Marks these people as processed, once for each start; only those in `allowed` are notified, and nobody more than
   * twice for one day. @returns whom to notify
   */
  claim(
    within: Transaction,
    start: Start,
    people: readonly AccountId[],
    allowed: readonly AccountId[],
  ): Promise<readonly AccountId[]>;
}

/** How often people are notified at most if a day's hour changes again and again. */
const TOLD_PER_DAY_MAX = 2;

export function makeReminderStore({ kysely }: Pick<Database, 'kysely'>): ReminderStore {
  return {
    add: (streamId, { accountId, country, state }) =>
      kysely.transaction().execute(async (transaction) => {
        // Two at once count one after the other.
        await sql`select pg_advisory_xact_lock(hashtextextended('reminders', ${accountId}))`.execute(
          transaction,
        );
        const { rows: streams } = await sql`
          select 1 from scheduled_streams where stream_id = ${streamId} for key share`.execute(transaction);
        if (streams.length === 0) return 'gone';
        const { rows } = await sql<{ n: number }>`
          select count(*)::int as n from stream_reminders
          where account_id = ${accountId} and stream_id <> ${streamId}`.execute(transaction);
        if (rows[0]!.n >= REMINDERS_MAX) return 'full';
        await sql`
          insert into stream_reminders (stream_id, account_id, country, state)
          values (${streamId}, ${accountId}, ${country}, ${state})
          on conflict (stream_id, account_id) do update set country = excluded.country, state = excluded.state`.execute(
          transaction,
        );
        return 'done';
      }),
    async remove(streamId, accountId) {
      await sql`
        delete from stream_reminders where stream_id = ${streamId} and account_id = ${accountId}`.execute(
        kysely,
      );
    },
    async listOf(accountId, streamIds) {
      if (streamIds.length === 0) return new Set();
      const { rows } = await sql<{ stream_id: Uuid }>`
        select stream_id from stream_reminders
        where account_id = ${accountId} and stream_id = any(${[...streamIds]}::uuid[])`.execute(kysely);
      return new Set(rows.map(({ stream_id: id }) => id));
    },
    async listWaiting({ streamId, startsAt }, limit) {
      const { rows } = await sql<Reminded>`
        select r.account_id as "accountId", r.country, r.state from stream_reminders r
        where r.stream_id = ${streamId} and not exists (select from told_reminders t
          where t.stream_id = r.stream_id and t.starts_at = ${new Date(startsAt)} and t.account_id = r.account_id)
        order by r.account_id limit ${limit}`.execute(kysely);
      return rows;
    },
    async claim(within, { streamId, startsAt, date }, people, allowed) {
      const { rows } = await sql<{ id: AccountId }>`
        with looked_at as (
          insert into told_reminders (stream_id, starts_at, account_id, date, is_told)
          select r.stream_id, ${new Date(startsAt)}, r.account_id, ${date}::date,
            r.account_id = any(${[...allowed]}::bigint[]) and (select count(*) from told_reminders t
              where t.stream_id = r.stream_id and t.account_id = r.account_id and t.date = ${date}::date
                and t.is_told) < ${TOLD_PER_DAY_MAX}
          from stream_reminders r
          where r.stream_id = ${streamId} and r.account_id = any(${[...people]}::bigint[])
          on conflict do nothing returning account_id, is_told)
        select account_id as id from looked_at where is_told order by account_id`.execute(within);
      return rows.map(({ id }) => id);
    },
  };
}
