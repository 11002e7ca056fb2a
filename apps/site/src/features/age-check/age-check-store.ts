import type { AgeMethod } from '@klieg/contract';
import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import { accountKey } from '../identity/index.ts';
import { LOOK_BACK_MS, type PastCheck } from './standing-rules.ts';

/** A check that waits for its result. */
export interface WaitingCheck {
  readonly id: Uuid;
  readonly subject: string;
  readonly method: AgeMethod;
  readonly jurisdiction: string;
  readonly vendorRef: string | null;
  readonly threadId: Uuid | null;
  readonly begunAt: Date;
}

/** A live check as staff sees it. */
export type LiveCheckRow = WaitingCheck & { readonly username: string | null };

interface NewCheck {
  readonly subject: string;
  readonly method: AgeMethod;
  readonly jurisdiction: string;
  readonly endsAt: number;
}

/** The outcome of a check; `expired` counts as none. */
export type Result = 'passed' | 'failed' | 'expired';

/** Age checks. A decided one keeps only method, result, times and place. */
export interface AgeCheckStore {
  /** What counts for each of these, in their order. @param now Unix milliseconds */
  listOf(subjects: readonly string[], now: number): Promise<readonly (readonly PastCheck[])[]>;
  /** Begins a check; undefined if the same subject already had too many in the last hour. */
  begin(check: NewCheck, mostOfHour: number): Promise<Uuid | undefined>;
  /** The one that waits for a person already, else a new one that waits. */
  beginPending(check: NewCheck): Promise<{ readonly id: Uuid; readonly threadId: Uuid | null }>;
  setVendorRef(id: Uuid, vendorRef: string): Promise<void>;
  /** @returns the conversation that it has now: the first one that was set */
  setThread(id: Uuid, threadId: Uuid): Promise<Uuid>;
  /** The vendor decides later. */
  markPending(id: Uuid): Promise<void>;
  /** A check that never began, for example since the vendor was away. */
  drop(id: Uuid): Promise<void>;
  /** @returns the check, undefined where it was decided before */
  decide(
    id: Uuid,
    result: Result,
    times: { readonly at: number; readonly endsAt: number },
    within?: Transaction,
  ): Promise<WaitingCheck | undefined>;
  findByVendorRef(vendorRef: string): Promise<WaitingCheck | undefined>;
  /** A check of this subject by its id or the vendor's name for it, decided or not. */
  findOwn(
    subject: string,
    session: string,
  ): Promise<(WaitingCheck & { readonly state: PastCheck['state'] }) | undefined>;
  /** Those waiting at vendors for at least this long, ordered by id, after this one. */
  listOpen(begunBefore: Date, after: Uuid | null, limit: number): Promise<readonly WaitingCheck[]>;
  listLive(limit: number): Promise<readonly LiveCheckRow[]>;
  findLive(id: Uuid): Promise<LiveCheckRow | undefined>;
  /** What a guest has passed, or has begun, counts for the account that they have made. */
  adopt(guest: string, account: AccountId, within: Transaction): Promise<void>;
  /** Forgets failures after a month and what counts no longer. */
  prune(now: number): Promise<void>;
}

interface Row {
  readonly id: Uuid;
  readonly subject: string;
  readonly method: AgeMethod;
  readonly jurisdiction: string;
  readonly state: PastCheck['state'];
  readonly begun_at: Date;
  readonly ends_at: Date;
  readonly decided_at: Date | null;
  readonly vendor_ref: string | null;
  readonly thread_id: Uuid | null;
  readonly username?: string | null;
}

const pastOf = (row: Row): PastCheck => ({
  method: row.method,
  jurisdiction: row.jurisdiction,
  state: row.state,
  decidedAt: row.decided_at?.getTime() ?? null,
  endsAt: row.ends_at.getTime(),
  threadId: row.thread_id,
});

const waitingOf = (row: Row) => ({
  id: row.id,
  subject: row.subject,
  method: row.method,
  jurisdiction: row.jurisdiction,
  vendorRef: row.vendor_ref,
  threadId: row.thread_id,
  begunAt: row.begun_at,
  state: row.state,
  username: row.username ?? null,
});

/** Two beginnings of the same subject wait for each other. */
const lockSubject = (subject: string) => sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 520))`;

const live = sql`
  select c.*, a.username from age_checks c
  left join accounts a on c.subject = 'a' || a.id::text
  where c.method = 'live_id_check' and c.state = 'pending'`;

/** How checks begin. */
const beginnings = ({ kysely }: Pick<Database, 'kysely'>) => ({
  begin: (check: NewCheck, mostOfHour: number) =>
    kysely.transaction().execute(async (transaction) => {
      await lockSubject(check.subject).execute(transaction);
      const { rows } = await sql<{ id: Uuid }>`
        insert into age_checks (id, subject, method, jurisdiction, state, ends_at)
        select ${uuidv7()}::uuid, ${check.subject}, ${check.method}, ${check.jurisdiction}, 'open', ${new Date(check.endsAt)}::timestamptz
        where (select count(*) from age_checks
          where subject = ${check.subject} and begun_at > now() - interval '1 hour') < ${mostOfHour}
        returning id`.execute(transaction);
      return rows[0]?.id;
    }),
  beginPending: (check: NewCheck) =>
    kysely.transaction().execute(async (transaction) => {
      await lockSubject(check.subject).execute(transaction);
      const { rows: known } = await sql<Row>`
        select * from age_checks where subject = ${check.subject} and method = ${check.method} and state = 'pending'
          and ends_at > now()`.execute(transaction);
      if (known[0]) return { id: known[0].id, threadId: known[0].thread_id };
      const id = uuidv7();
      await sql`
        insert into age_checks (id, subject, method, jurisdiction, state, ends_at)
        values (${id}, ${check.subject}, ${check.method}, ${check.jurisdiction}, 'pending', ${new Date(check.endsAt)})`.execute(
        transaction,
      );
      return { id, threadId: null };
    }),
});

/** How checks that wait are found. */
const lookups = ({ kysely }: Pick<Database, 'kysely'>) => ({
  async findByVendorRef(vendorRef: string) {
    const { rows } = await sql<Row>`select * from age_checks where vendor_ref = ${vendorRef}`.execute(kysely);
    return rows[0] && waitingOf(rows[0]);
  },
  async findOwn(subject: string, session: string) {
    const { rows } = await sql<Row>`
      select * from age_checks where subject = ${subject} and (id::text = ${session} or vendor_ref = ${session})`.execute(
      kysely,
    );
    return rows[0] && waitingOf(rows[0]);
  },
  async listOpen(begunBefore: Date, after: Uuid | null, limit: number) {
    const { rows } = await sql<Row>`
      select * from age_checks where state in ('open', 'pending') and method <> 'live_id_check'
        and begun_at < ${begunBefore} and (${after}::uuid is null or id > ${after}) order by id limit ${limit}`.execute(
      kysely,
    );
    return rows.map(waitingOf);
  },
  async listLive(limit: number) {
    const { rows } = await sql<Row>`${live} order by c.begun_at limit ${limit}`.execute(kysely);
    return rows.map(waitingOf);
  },
  async findLive(id: Uuid) {
    const { rows } = await sql<Row>`${live} and c.id = ${id}`.execute(kysely);
    return rows[0] && waitingOf(rows[0]);
  },
});

export function makeAgeCheckStore(database: Pick<Database, 'kysely'>): AgeCheckStore {
  const { kysely } = database;
  return {
    ...beginnings(database),
    ...lookups(database),
    async listOf(subjects, now) {
      if (subjects.length === 0) return [];
      const { rows } = await sql<Row>`
        select * from age_checks where subject = any(${subjects})
          and (ends_at > ${new Date(now)} or decided_at > ${new Date(now - LOOK_BACK_MS)})
        order by begun_at desc`.execute(kysely);
      return subjects.map((subject) => rows.filter((row) => row.subject === subject).map(pastOf));
    },
    async setVendorRef(id, vendorRef) {
      await sql`update age_checks set vendor_ref = ${vendorRef} where id = ${id} and state = 'open'`.execute(
        kysely,
      );
    },
    async setThread(id, threadId) {
      const { rows } = await sql<{ thread_id: Uuid }>`
        update age_checks set thread_id = coalesce(thread_id, ${threadId}) where id = ${id} and state = 'pending'
        returning thread_id`.execute(kysely);
      return rows[0]?.thread_id ?? threadId;
    },
    async markPending(id) {
      await sql`update age_checks set state = 'pending' where id = ${id} and state = 'open'`.execute(kysely);
    },
    async drop(id) {
      await sql`delete from age_checks where id = ${id} and state in ('open', 'pending')`.execute(kysely);
    },
    async decide(id, result, { at, endsAt }, within) {
      const { rows } = await sql<Row>`
        update age_checks set state = ${result}, decided_at = ${new Date(at)}, ends_at = ${new Date(endsAt)},
          vendor_ref = null, thread_id = null
        where id = ${id} and state in ('open', 'pending') returning *`.execute(within ?? kysely);
      return rows[0] && waitingOf(rows[0]);
    },
    async adopt(guest, account, within) {
      await sql`
        update age_checks set subject = ${accountKey(account)} where subject = ${guest} and state in ('open', 'pending', 'passed')`.execute(
        within,
      );
    },
    async prune(now) {
      await sql`
        delete from age_checks where ends_at < ${new Date(now)} and coalesce(decided_at, begun_at) < ${new Date(now - 30 * DAY_MS)}`.execute(
        kysely,
      );
    },
  };
}
