import { sql } from 'kysely';
import type { Database, Transaction } from '../postgres/index.ts';

/** A fact as stored in the outbox. */
export interface StoredFact {
  readonly xid: string;
  readonly seq: number;
  readonly name: string;
  readonly payload: object;
}

/** A place in the outbox: everything at or before it was given to the reader. */
export interface OutboxPlace {
  readonly xid: string;
  readonly seq: number;
}

/** A reader, and the names of the facts it acts on. */
export interface ReaderOfFacts {
  readonly name: string;
  readonly facts: readonly string[];
}

export interface ReaderStand {
  readonly reader: string;
  /** There are new facts that it acts on. */
  readonly hasNew: boolean;
  /** A failed fact is due for another try. */
  readonly hasFailed: boolean;
}

export interface OutboxStore {
  add(transaction: Transaction, name: string, payload: object): Promise<void>;
  /** Registers a reader; a new one begins with facts written from now on. */
  register(reader: string): Promise<void>;
  /** The positions of these readers; takes no lock. Readers with nothing to read are left out. */
  findStands(readers: readonly ReaderOfFacts[]): Promise<readonly ReaderStand[]>;
  /**
   * Moves readers past facts that none of them acts on. Readers locked by another node, or with something to read,
   * stay.
   */
  passBy(readers: readonly ReaderOfFacts[]): Promise<void>;
  /** Locks the reader's place; undefined while another node has it. */
  takePlace(transaction: Transaction, reader: string): Promise<OutboxPlace | undefined>;
  savePlace(transaction: Transaction, reader: string, place: OutboxPlace): Promise<void>;
  /** Complete facts after a place, in their order. */
  listAfter(transaction: Transaction, place: OutboxPlace, limit: number): Promise<StoredFact[]>;
  /**
   * Runs something that may fail on its own: its changes are undone then, and the transaction continues. @throws what
   * it throws
   */
  inSavepoint(transaction: Transaction, run: () => Promise<void>): Promise<void>;
  /** Whether there are facts that wait for older transactions to end. */
  isWaiting(readers: readonly string[]): Promise<boolean>;
  /** Keeps a fact whose effects failed, to be tried again later and later. */
  noteFailure(transaction: Transaction, reader: string, seq: number, failure: string): Promise<void>;
  /** A failed fact that is due, locked; undefined when there is none. */
  takeFailed(transaction: Transaction, reader: string): Promise<StoredFact | undefined>;
  forgetFailure(transaction: Transaction, reader: string, seq: number): Promise<void>;
  /** How many facts wait for another try. */
  countFailures(): Promise<number>;
  /** Drops what every reader has had for a day. */
  prune(): Promise<void>;
  /** Makes places right again where the database was restored into another server. */
  rebase(): Promise<void>;
}

interface Row {
  readonly xid: string;
  readonly seq: number;
  readonly name: string;
  readonly payload: object;
}

/** The readers as rows: name, and the facts that it acts on. */
const actsOn = (readers: readonly ReaderOfFacts[]) =>
  sql`jsonb_each(${JSON.stringify(
    Object.fromEntries(readers.map(({ name, facts }) => [name, facts])),
  )}::jsonb) acts (reader, facts)`;

export function makeOutboxStore({ kysely }: Pick<Database, 'kysely'>): OutboxStore {
  return {
    async add(transaction, name, payload) {
      await sql`insert into outbox (name, payload) values (${name}, ${JSON.stringify(payload)}::jsonb)`.execute(
        transaction,
      );
    },
    async register(reader) {
      await sql`
        insert into outbox_readers (reader, xid, seq)
        select ${reader}, pg_snapshot_xmin(pg_current_snapshot()), 0
        on conflict do nothing`.execute(kysely);
    },
    async findStands(readers) {
      const { rows } = await sql<{ reader: string; has_new: boolean; has_failed: boolean }>`
        select r.reader, stand.*
        from ${actsOn(readers)} join outbox_readers r on r.reader = acts.reader
        cross join lateral (select
          exists (select from outbox o where (o.xid, o.seq) > (r.xid, r.seq)
            and o.xid < pg_snapshot_xmin(pg_current_snapshot()) and acts.facts ? o.name) as has_new,
          exists (select from outbox_failures f
            where f.reader = r.reader and f.again_at <= now()) as has_failed) stand
        where exists (select from outbox o where (o.xid, o.seq) > (r.xid, r.seq)
          and o.xid < pg_snapshot_xmin(pg_current_snapshot())) or stand.has_failed`.execute(kysely);
      return rows.map((row) => ({ reader: row.reader, hasNew: row.has_new, hasFailed: row.has_failed }));
    },
    async passBy(readers) {
      await sql`
        with newest as (
          select xid, seq from outbox where xid < pg_snapshot_xmin(pg_current_snapshot())
          order by xid desc, seq desc limit 1),
        free as (
          select r.reader from outbox_readers r join ${actsOn(readers)} on acts.reader = r.reader
          where (r.xid, r.seq) < (select xid, seq from newest)
            and not exists (select from outbox o
              where (o.xid, o.seq) > (r.xid, r.seq) and (o.xid, o.seq) <= (select xid, seq from newest)
                and acts.facts ? o.name)
          for update of r skip locked)
        update outbox_readers r set xid = newest.xid, seq = newest.seq from newest, free
        where r.reader = free.reader`.execute(kysely);
    },
    async takePlace(transaction, reader) {
      const { rows } = await sql<OutboxPlace>`
        select xid::text, seq from outbox_readers where reader = ${reader} for update skip locked`.execute(
        transaction,
      );
      return rows[0];
    },
    async savePlace(transaction, reader, { xid, seq }) {
      await sql`update outbox_readers set xid = ${xid}::xid8, seq = ${seq} where reader = ${reader}`.execute(
        transaction,
      );
    },
    async listAfter(transaction, { xid, seq }, limit) {
      const { rows } = await sql<Row>`
        select o.xid::text, o.seq, o.name, o.payload from outbox o
        where (o.xid, o.seq) > (${xid}::xid8, ${seq}::bigint)
          and o.xid < pg_snapshot_xmin(pg_current_snapshot())
        -- By the table's column: the answer's is a text, in which 1000 stands before 999.
        order by o.xid, o.seq limit ${limit}`.execute(transaction);
      return rows;
    },
    async inSavepoint(transaction, run) {
      await sql`savepoint effects`.execute(transaction);
      try {
        await run();
        await sql`release savepoint effects`.execute(transaction);
      } catch (error) {
        await sql`rollback to savepoint effects`.execute(transaction);
        throw error;
      }
    },
    async isWaiting(readers) {
      const { rows } = await sql<{ is_waiting: boolean }>`
        select exists (select from outbox where xid >= pg_snapshot_xmin(pg_current_snapshot())
          and (xid, seq) > (select r.xid, r.seq from outbox_readers r where r.reader = any(${[...readers]}) order by r.xid, r.seq limit 1)
        ) is_waiting`.execute(kysely);
      return rows[0]!.is_waiting;
    },
    async noteFailure(transaction, reader, seq, failure) {
      await sql`
        insert into outbox_failures as f (reader, seq, tries, again_at, failure)
        values (${reader}, ${seq}, 1, now() + interval '1 second', ${failure.slice(0, 500)})
        on conflict (reader, seq) do update set tries = f.tries + 1, failure = excluded.failure,
          again_at = now() + least(interval '1 hour', interval '1 second' * 2 ^ least(f.tries, 12))`.execute(
        transaction,
      );
    },
    async takeFailed(transaction, reader) {
      const { rows } = await sql<Row>`
        select o.xid::text, o.seq, o.name, o.payload
        from outbox_failures f join outbox o on o.seq = f.seq
        where f.reader = ${reader} and f.again_at <= now()
        order by f.seq limit 1 for update of f skip locked`.execute(transaction);
      return rows[0];
    },
    async forgetFailure(transaction, reader, seq) {
      await sql`delete from outbox_failures where reader = ${reader} and seq = ${seq}`.execute(transaction);
    },
    async countFailures() {
      const { rows } = await sql<{ n: number }>`select count(*) n from outbox_failures`.execute(kysely);
      return rows[0]!.n;
    },
    async prune() {
      await sql`
        delete from outbox o
        where happened_at < now() - interval '1 day'
          and xid < (select min(xid) from outbox_readers)
          and not exists (select from outbox_failures f where f.seq = o.seq)`.execute(kysely);
    },
    async rebase() {
      // Transaction numbers start again in another server, so positions from the old one may be in its future.
      await kysely.transaction().execute(async (transaction) => {
        const { rows } = await sql<{ is_ahead: boolean }>`
          select coalesce(max(xid) > pg_current_xact_id(), false) is_ahead from (
            select max(xid) xid from outbox union all select max(xid) from outbox_readers) x`.execute(
          transaction,
        );
        if (!rows[0]?.is_ahead) return;
        await sql`lock table outbox, outbox_readers`.execute(transaction);
        await sql`
          update outbox_readers r set xid = pg_current_xact_id(), seq = coalesce(
            (select min(o.seq) - 1 from outbox o where (o.xid, o.seq) > (r.xid, r.seq)),
            (select max(o.seq) from outbox o), 0)`.execute(transaction);
        await sql`update outbox set xid = pg_current_xact_id()`.execute(transaction);
      });
    },
  };
}
