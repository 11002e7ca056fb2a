import type { StreamKind } from '@klieg/contract/features/schedule/limits';
import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import { type Database, databaseNow, type Transaction } from '../../platform/postgres/index.ts';
import type { Stream, StreamDay, StreamTerms } from './schedule-rules.ts';

/** The streams that performers have announced. Times are Unix milliseconds of the database. */
export interface ScheduleStore {
  now(within?: Transaction): Promise<number>;
  /** One change of a performer's schedule at a time, until the transaction ends. */
  lock(within: Transaction, ownerId: AccountId): Promise<void>;
  /** Those not over, in order of announcement. */
  listOf(ownerIds: readonly AccountId[], within?: Transaction): Promise<readonly Stream[]>;
  find(id: Uuid, within?: Transaction): Promise<Stream | undefined>;
  /** Stores a new stream, or changes of one. */
  save(
    within: Transaction,
    stream: { readonly id: Uuid; readonly ownerId: AccountId; readonly terms: StreamTerms },
    plan: { readonly next: StreamDay | undefined; readonly overAt: number | null },
  ): Promise<void>;
  remove(within: Transaction, ownerId: AccountId, id: Uuid): Promise<void>;
  setCanceled(within: Transaction, id: Uuid, date: string, isCanceled: boolean): Promise<void>;
  /** Sets its next date, if the version is unchanged. */
  setNext(id: Uuid, version: number, next: StreamDay | undefined, within?: Transaction): Promise<void>;
  /** A change that calendars must learn of. */
  raiseVersion(within: Transaction, id: Uuid): Promise<void>;
  /** Those whose next start has passed. */
  listPassed(limit: number): Promise<readonly Stream[]>;
  /** Those that start within this many milliseconds, soonest first. */
  listStarting(
    withinMs: number,
    limit: number,
  ): Promise<readonly { readonly stream: Stream; readonly startsAt: number; readonly date: string }[]>;
  /** True where the stream still starts then; it stays so until the transaction ends. */
  holdStart(within: Transaction, id: Uuid, startsAt: number): Promise<boolean>;
  /** Those with a date by then, soonest first; at most a hundred. */
  listComing(until: number): Promise<readonly (Stream & { readonly username: string })[]>;
  /** The next start of each of them, within this many milliseconds; Unix milliseconds. */
  nextStartsOf(ownerIds: readonly AccountId[], withinMs: number): Promise<ReadonlyMap<AccountId, number>>;
  /** Drops what has been over for a day. */
  prune(): Promise<void>;
}

interface Row {
  readonly stream_id: Uuid;
  readonly account_id: AccountId;
  readonly title: string;
  readonly kind: StreamKind;
  readonly first_date: string;
  readonly starts_time: string;
  readonly duration_minutes: number;
  readonly time_zone: string;
  readonly is_weekly: boolean;
  readonly version: number;
  readonly changed_at: Date;
  readonly canceled: readonly string[];
}

const streamOf = (row: Row): Stream => ({
  id: row.stream_id,
  ownerId: row.account_id,
  title: row.title,
  kind: row.kind,
  date: row.first_date,
  time: row.starts_time,
  durationMinutes: row.duration_minutes,
  timeZone: row.time_zone,
  isWeekly: row.is_weekly,
  version: row.version,
  changedAt: row.changed_at.getTime(),
  canceled: new Set(row.canceled),
});

const COMING_MAX = 100;

/** A stream with its canceled days; days and times as text, so that this process's time zone does not affect them. */
const columns = sql`s.stream_id, s.account_id, s.title, s.kind, to_char(s.first_date, 'YYYY-MM-DD') as first_date,
  to_char(s.starts_time, 'HH24:MI') as starts_time, s.duration_minutes, s.time_zone, s.is_weekly, s.version,
  s.changed_at, array(select to_char(c.date, 'YYYY-MM-DD') from canceled_stream_dates c
    where c.stream_id = s.stream_id) as canceled`;

const at = (ms: number | null | undefined): Date | null =>
  ms === null || ms === undefined ? null : new Date(ms);

export function makeScheduleStore({ kysely }: Pick<Database, 'kysely'>): ScheduleStore {
  return {
    now: (within) => databaseNow(within ?? kysely),
    async lock(within, ownerId) {
      await sql`select pg_advisory_xact_lock(hashtextextended('schedule', ${ownerId}))`.execute(within);
    },
    async listOf(ownerIds, within) {
      const { rows } = await sql<Row>`
        select ${columns} from scheduled_streams s
        where s.account_id = any(${[...ownerIds]}) and (s.over_at is null or s.over_at > clock_timestamp())
        order by s.stream_id`.execute(within ?? kysely);
      return rows.map(streamOf);
    },
    async nextStartsOf(ownerIds, withinMs) {
      const { rows } = await sql<{ account_id: AccountId; next_at: Date }>`
        select s.account_id, min(s.next_at) next_at from scheduled_streams s
        where s.account_id = any(${[...ownerIds]}) and s.next_at > clock_timestamp()
          and s.next_at < clock_timestamp() + make_interval(secs => ${withinMs / 1_000})
        group by s.account_id`.execute(kysely);
      return new Map(rows.map((row) => [row.account_id, row.next_at.getTime()]));
    },
    async find(id, within) {
      const { rows } = await sql<Row>`
        select ${columns} from scheduled_streams s where s.stream_id = ${id}`.execute(within ?? kysely);
      return rows[0] && streamOf(rows[0]);
    },
    async save(within, { id, ownerId, terms }, { next, overAt }) {
      await sql`
        insert into scheduled_streams as s (stream_id, account_id, title, kind, first_date, starts_time,
          duration_minutes, time_zone, is_weekly, next_at, next_date, over_at)
        values (${id}, ${ownerId}, ${terms.title}, ${terms.kind}, ${terms.date}::date, ${terms.time}::time,
          ${terms.durationMinutes}, ${terms.timeZone}, ${terms.isWeekly}, ${at(next?.startsAt)},
          ${next?.date ?? null}::date, ${at(overAt)})
        on conflict (stream_id) do update set title = excluded.title, kind = excluded.kind,
          first_date = excluded.first_date, starts_time = excluded.starts_time,
          duration_minutes = excluded.duration_minutes, time_zone = excluded.time_zone,
          is_weekly = excluded.is_weekly, next_at = excluded.next_at, next_date = excluded.next_date,
          over_at = excluded.over_at, version = s.version + 1, changed_at = clock_timestamp()
        where s.account_id = excluded.account_id`.execute(within);
    },
    async remove(within, ownerId, id) {
      await sql`
        delete from scheduled_streams where stream_id = ${id} and account_id = ${ownerId}`.execute(within);
    },
    async setCanceled(within, id, date, isCanceled) {
      await (
        isCanceled
          ? sql`insert into canceled_stream_dates (stream_id, date) values (${id}, ${date}::date)
              on conflict do nothing`
          : sql`delete from canceled_stream_dates where stream_id = ${id} and date = ${date}::date`
      ).execute(within);
    },
    async setNext(id, version, next, within) {
      await sql`
        update scheduled_streams set next_at = ${at(next?.startsAt)}, next_date = ${next?.date ?? null}::date
        where stream_id = ${id} and version = ${version}`.execute(within ?? kysely);
    },
    async raiseVersion(within, id) {
      await sql`
        update scheduled_streams set version = version + 1, changed_at = clock_timestamp()
        where stream_id = ${id}`.execute(within);
    },
    async listPassed(limit) {
      const { rows } = await sql<Row>`
        select ${columns} from scheduled_streams s where s.next_at <= clock_timestamp()
        order by s.next_at limit ${limit}`.execute(kysely);
      return rows.map(streamOf);
    },
    async listStarting(withinMs, limit) {
      const { rows } = await sql<Row & { next_at: Date; next_date: string }>`
        select ${columns}, s.next_at, to_char(s.next_date, 'YYYY-MM-DD') as next_date from scheduled_streams s
        where s.next_at > clock_timestamp()
          and s.next_at <= clock_timestamp() + make_interval(secs => ${withinMs / 1_000})
        order by s.next_at, s.stream_id limit ${limit}`.execute(kysely);
      return rows.map((row) => ({
        stream: streamOf(row),
        startsAt: row.next_at.getTime(),
        date: row.next_date,
      }));
    },
    async holdStart(within, id, startsAt) {
      const { rows } = await sql`
        select 1 from scheduled_streams
        where stream_id = ${id} and next_at = ${new Date(startsAt)} and next_at > clock_timestamp()
        for share`.execute(within);
      return rows.length > 0;
    },
    async listComing(until) {
      const { rows } = await sql<Row & { username: string }>`
        select ${columns}, a.username from scheduled_streams s join accounts a on a.id = s.account_id
        where s.next_at <= ${new Date(until)} order by s.next_at, s.stream_id limit ${COMING_MAX}`.execute(
        kysely,
      );
      return rows.map((row) => ({ ...streamOf(row), username: row.username }));
    },
    async prune() {
      await sql`delete from scheduled_streams where over_at < now() - interval '1 day'`.execute(kysely);
      await sql`delete from canceled_stream_dates where date < now() - interval '3 days'`.execute(kysely);
      await sql`delete from told_reminders where told_at < now() - interval '3 days'`.execute(kysely);
    },
  };
}
