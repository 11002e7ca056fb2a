import { sql } from 'kysely';
import type { Database, Transaction } from '#site/platform/postgres/index.ts';
import type { LedgerAccount } from '../accounts.ts';
import { SYSTEM_DAYS_READER } from '../reconcile/system-days-store.ts';

/** Moves a reader in a feed from one number to another, without effects. */
export interface CursorPass {
  readonly account: LedgerAccount;
  readonly from: number;
  readonly to: number;
}

/** Work waiting for a reader. */
export interface ReaderWork {
  readonly hasNew: boolean;
  readonly hasFailed: boolean;
}

/** What a reader has not read of the next batches. */
export interface Unread {
  /** Feeds that have grown. */
  readonly accounts: readonly LedgerAccount[];
  /** The reader's position after reading them; undefined where there is nothing after its position. */
  readonly position: string | undefined;
  /** Whether there may be further batches. */
  readonly isMore: boolean;
}

/** Where the readers of the feed are. */
export interface ReaderStore {
  /**
   * Registers a reader. One that begins `now` treats existing items as read; one that begins at the `start` reads every
   * feed from the first number that is not in a month's file.
   */
  register(reader: string, from: 'now' | 'start'): Promise<void>;
  /** Which of these readers have work: batches after their position, or failed feeds due for a retry. */
  findBehind(readers: readonly string[]): Promise<ReadonlyMap<string, ReaderWork>>;
  /** What each of these readers has not read of the next batches after its position. */
  findUnread(readers: readonly string[]): Promise<ReadonlyMap<string, Unread>>;
  /** Positions by reader; a position already further on stays. */
  savePositions(positions: ReadonlyMap<string, string>): Promise<void>;
  /** Feeds whose effects failed and which are due for a retry. */
  listFailed(reader: string): Promise<LedgerAccount[]>;
  /** Locks the cursor of a feed and answers the last number that was read. */
  takeCursor(transaction: Transaction, reader: string, account: LedgerAccount): Promise<number>;
  saveCursor(transaction: Transaction, reader: string, account: LedgerAccount, number: number): Promise<void>;
  /** The last number read of each of these feeds; 0 where none was. */
  listCursors(
    reader: string,
    accounts: readonly LedgerAccount[],
  ): Promise<ReadonlyMap<LedgerAccount, number>>;
  /** Moves cursors that have not changed to the ends of their feeds. @returns the feeds of those it has moved */
  passCursors(reader: string, passes: readonly CursorPass[]): Promise<ReadonlySet<LedgerAccount>>;
  noteFailure(reader: string, account: LedgerAccount, failure: string): Promise<void>;
  /** How many feeds are not read on because their effects fail. */
  countFailures(): Promise<number>;
  /** Drops batches that every reader has seen for a day. */
  prune(): Promise<void>;
  /** Makes positions right again where the database was restored into another server. */
  rebase(): Promise<void>;
}

const BATCHES = 1_000;
const FAILED = 50;

export function makeReaderStore({ kysely }: Pick<Database, 'kysely'>): ReaderStore {
  return {
    async register(reader, from) {
      await kysely.transaction().execute(async (transaction) => {
        const { rows } = await sql`
          insert into ledger.reader_positions (reader, xid)
          select ${reader}, case when ${from === 'now'} then (pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1)::text::xid8
            else '0'::xid8 end
          on conflict do nothing returning 1`.execute(transaction);
        if (rows.length === 0 || from === 'start') return;
        // A batch still in progress comes after the position, and its feed is read as it was before.
        await sql`
          insert into ledger.reader_cursors (reader, account, number)
          select ${reader}, account, feed from ledger.balances where account % 8 = 2 and feed > 0
          on conflict do nothing`.execute(transaction);
      });
    },
    async findBehind(readers) {
      const { rows } = await sql<{ reader: string } & ReaderWork>`
        select p.reader, work."hasNew", work."hasFailed" from ledger.reader_positions p
        cross join lateral (select
          exists (select from ledger.batches b
            where b.xid > p.xid and b.xid < pg_snapshot_xmin(pg_current_snapshot())) as "hasNew",
          exists (select from ledger.reader_cursors c
            where c.reader = p.reader and c.again_at <= now()) as "hasFailed") work
        where p.reader = any(${readers}) and (work."hasNew" or work."hasFailed")`.execute(kysely);
      return new Map(rows.map((row) => [row.reader, row]));
    },
    async findUnread(readers) {
      const { rows } = await sql<{
        reader: string;
        accounts: LedgerAccount[];
        position: string | null;
        isMore: boolean;
      }>`
        select p.reader, unread.* from ledger.reader_positions p cross join lateral (
          with seen as (
            select xid, accounts from ledger.batches
            where xid > p.xid and xid < pg_snapshot_xmin(pg_current_snapshot())
            order by xid limit ${BATCHES})
          select (select max(xid) from seen)::text as position,
            (select count(*) from seen) = ${BATCHES} as "isMore", array(
            select distinct b.account from seen, unnest(seen.accounts) fed(account)
              join ledger.balances b on b.account = fed.account
              left join ledger.reader_cursors c on c.reader = p.reader and c.account = fed.account
            where b.feed > coalesce(c.number, 0) and c.again_at is null) as accounts) unread
        where p.reader = any(${readers})`.execute(kysely);
      return new Map(
        rows.map(({ reader, accounts, position, isMore }) => [
          reader,
          { accounts, position: position ?? undefined, isMore },
        ]),
      );
    },
    async savePositions(positions) {
      // In the same order on all nodes, or two of them could deadlock.
      await sql`with held as (
          select reader from ledger.reader_positions where reader = any(${[...positions.keys()]}::text[])
          order by reader for update)
        update ledger.reader_positions p set xid = read.xid
        from held join unnest(${[...positions.keys()]}::text[], ${[...positions.values()]}::xid8[])
          read (reader, xid) using (reader)
        where p.reader = held.reader and p.xid < read.xid`.execute(kysely);
    },
    async listFailed(reader) {
      const { rows } = await sql<{ account: LedgerAccount }>`
        select account from ledger.reader_cursors
        where reader = ${reader} and again_at <= now() order by again_at limit ${FAILED}`.execute(kysely);
      return rows.map(({ account }) => account);
    },
    async takeCursor(transaction, reader, account) {
      const find = () =>
        sql<{ number: number }>`
          select number from ledger.reader_cursors
          where reader = ${reader} and account = ${account} for update`.execute(transaction);
      const known = await find();
      if (known.rows[0]) return known.rows[0].number;
      // A reader that is new begins after the months that have left for files.
      await sql`insert into ledger.reader_cursors (reader, account, number)
        values (${reader}, ${account}, coalesce((select feed from ledger.detached_balance(${account})), 0))
        on conflict do nothing`.execute(transaction);
      return (await find()).rows[0]?.number ?? 0;
    },
    async saveCursor(transaction, reader, account, number) {
      await sql`
        update ledger.reader_cursors set number = ${number}, tries = 0, again_at = null, failure = null
        where reader = ${reader} and account = ${account}`.execute(transaction);
    },
    async listCursors(reader, accounts) {
      const { rows } = await sql<{ account: LedgerAccount; number: number }>`
        select account, number from ledger.reader_cursors
        where reader = ${reader} and account = any(${accounts})`.execute(kysely);
      return new Map(rows.map(({ account, number }) => [account, number]));
    },
    async passCursors(reader, passes) {
      if (passes.length === 0) return new Set();
      // Two nodes that pass the same feeds wait for nobody: who finds one locked has to read it.
      const { rows } = await sql<{ account: LedgerAccount }>`
        with passed as (
          select p.* from unnest(${passes.map(({ account }) => account)}::bigint[],
            ${passes.map(({ from }) => from)}::bigint[], ${passes.map(({ to }) => to)}::bigint[])
            p (account, was, number)
          -- What came since it was looked at is to be read: nobody is told of it again.
          join ledger.balances b on b.account = p.account and b.feed = p.number),
        fresh as (
          insert into ledger.reader_cursors (reader, account, number)
          select ${reader}, account, number from passed where was = 0 order by account
          on conflict do nothing returning account),
        free as (
          select c.account, p.number from ledger.reader_cursors c join passed p on p.account = c.account
          where c.reader = ${reader} and c.number = p.was and c.again_at is null
          for update of c skip locked),
        moved as (
          update ledger.reader_cursors c set number = free.number from free
          where c.reader = ${reader} and c.account = free.account returning c.account)
        select account from fresh union all select account from moved`.execute(kysely);
      return new Set(rows.map(({ account }) => account));
    },
    async noteFailure(reader, account, failure) {
      await sql`
        insert into ledger.reader_cursors as c (reader, account, number, tries, again_at, failure)
        values (${reader}, ${account}, 0, 1, now() + interval '1 second', ${failure.slice(0, 500)})
        on conflict (reader, account) do update set tries = c.tries + 1, failure = excluded.failure,
          again_at = now() + least(interval '10 minutes', interval '1 second' * 2 ^ least(c.tries, 10))`.execute(
        kysely,
      );
    },
    async countFailures() {
      const { rows } = await sql<{ n: number }>`
        select count(*) n from ledger.reader_cursors where again_at is not null`.execute(kysely);
      return rows[0]!.n;
    },
    async prune() {
      await sql`
        delete from ledger.batches where at < now() - interval '1 day'
          and xid <= (select min(xid) from ledger.reader_positions)`.execute(kysely);
    },
    async rebase() {
      // Transaction numbers start again in another server. Everything is looked at again: cursors know what was read.
      await kysely.transaction().execute(async (transaction) => {
        const { rows } = await sql<{ is_ahead: boolean }>`
          select coalesce(max(xid) > pg_current_xact_id(), false) is_ahead from (
            select max(xid) xid from ledger.batches union all
            select max(xid) from ledger.reader_positions) x`.execute(transaction);
        if (!rows[0]?.is_ahead) return;
        await sql`lock table ledger.batches`.execute(transaction);
        await sql`
          with gone as (delete from ledger.batches returning *),
          changes as (
            select account, sum(change)::bigint change
            from gone, unnest(system_accounts, system_changes) moved(account, change)
            where xid > coalesce(
              (select xid from ledger.reader_positions where reader = ${SYSTEM_DAYS_READER}), '0')
            group by account)
          insert into ledger.batches (accounts, at, system_accounts, system_changes)
          select array(select distinct account from gone, unnest(accounts) fed(account)), now(),
            array(select account from changes order by account),
            array(select change from changes order by account)`.execute(transaction);
        await sql`update ledger.reader_positions set xid = '0'`.execute(transaction);
      });
    },
  };
}
