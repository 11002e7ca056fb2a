import { sql } from 'kysely';
import type { Database, Transaction } from '../postgres/index.ts';

/** A fact as it stands in the outbox. */
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

export interface OutboxStore {
  add(transaction: Transaction, name: string, payload: object): Promise<void>;
  /** Makes a reader known; a new one begins with what is written from now on. */
  register(reader: string): Promise<void>;
  /** Of these readers those for whom there is something to do now; takes no lock. */
  findBusy(readers: readonly string[]): Promise<ReadonlySet<string>>;
  /** Locks the reader's place; undefined while another node has it. */
  takePlace(transaction: Transaction, reader: string): Promise<OutboxPlace | undefined>;
  savePlace(transaction: Transaction, reader: string, place: OutboxPlace): Promise<void>;
  /** Complete facts after a place, in their order. */
  listAfter(transaction: Transaction, place: OutboxPlace, limit: number): Promise<StoredFact[]>;
  /** Runs what may fail alone: its changes are undone then, and the transaction goes on. @throws what it throws */
  inSavepoint(transaction: Transaction, run: () => Promise<void>): Promise<void>;
  /** Whether there are facts that wait for older transactions to end. */
  isWaiting(readers: readonly string[]): Promise<boolean>;
  /** Keeps a fact whose effects failed, to be tried again later and later. */
  noteFailure(transaction: Transaction, reader: string, seq: number, failure: string): Promise<void>;
  /** A failed fact whose time has come, locked; undefined when there is none. */
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
    async findBusy(readers) {
      const { rows } = await sql<{ reader: string }>`
        select r.reader from outbox_readers r
        where r.reader = any(${[...readers]}) and (
          exists (select from outbox o where (o.xid, o.seq) > (r.xid, r.seq)
            and o.xid < pg_snapshot_xmin(pg_current_snapshot()))
          or exists (select from outbox_failures f where f.reader = r.reader and f.again_at <= now()))`.execute(
        kysely,
      );
      return new Set(rows.map(({ reader }) => reader));
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
        select xid::text, seq, name, payload from outbox
        where (xid, seq) > (${xid}::xid8, ${seq}::bigint) and xid < pg_snapshot_xmin(pg_current_snapshot())
        order by xid, seq limit ${limit}`.execute(transaction);
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
      // Transaction numbers begin anew in another server, so places of the old one may lie in its future.
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
