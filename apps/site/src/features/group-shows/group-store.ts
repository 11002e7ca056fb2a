import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import { type Database, databaseNow, type Transaction } from '../../platform/postgres/index.ts';
import { COUNTDOWN_MS, type GroupShow, type GroupShowEnd, STARTING_MS } from './group-rules.ts';

/** What a performer offers. */
export type GroupTerms = Pick<
  GroupShow,
  'id' | 'roomId' | 'price' | 'minPeople' | 'maxPeople' | 'lateJoiners' | 'ifFew'
> & { readonly waitMinutes: number };

/** Group shows, a row each. Times are the database's (S2). */
export interface GroupStore {
  now(): Promise<number>;
  offer(transaction: Transaction, terms: GroupTerms): Promise<GroupShow>;
  find(id: Uuid, transaction?: Transaction): Promise<GroupShow | undefined>;
  /** Kept until the transaction ends. */
  lock(transaction: Transaction, id: Uuid): Promise<GroupShow | undefined>;
  /** Shows that are offered or run, by room. */
  listOpenIn(roomIds: readonly AccountId[]): Promise<ReadonlyMap<AccountId, GroupShow>>;
  /** Which of these rooms have one, as the transaction sees it. */
  roomsWith(transaction: Transaction, roomIds: readonly AccountId[]): Promise<ReadonlySet<AccountId>>;
  /** Everything that is offered or runs. */
  listOpen(limit: number): Promise<GroupShow[]>;
  /** Ended shows with nobody left to settle. */
  listSettled(limit: number): Promise<Uuid[]>;
  /** The newest show of a room that ran and has ended. */
  findLastEnded(roomId: AccountId): Promise<GroupShow | undefined>;
  /** open → counting, and back. Undefined: its state has changed. */
  count(id: Uuid): Promise<GroupShow | undefined>;
  wait(id: Uuid): Promise<GroupShow | undefined>;
  /** counting → starting, for exactly one caller. */
  claimStart(transaction: Transaction, id: Uuid): Promise<GroupShow | undefined>;
  /** The node that starts it is still at work. False: it does not start any more. */
  prolongStart(id: Uuid): Promise<boolean>;
  /** starting → open. */
  undoStart(transaction: Transaction, id: Uuid): Promise<GroupShow | undefined>;
  begin(transaction: Transaction, id: Uuid): Promise<GroupShow>;
  /** Notes that too few are inside, or enough again. Undefined: nothing has changed. */
  noteFew(id: Uuid, isFew: boolean): Promise<GroupShow | undefined>;
  /** @returns the row as it is then */
  end(
    transaction: Transaction,
    id: Uuid,
    end: { readonly state: 'settling' | 'canceled'; readonly reason: GroupShowEnd },
  ): Promise<GroupShow>;
  close(id: Uuid): Promise<void>;
  prune(): Promise<void>;
}

interface Row {
  readonly show_id: Uuid;
  readonly room_id: AccountId;
  readonly state: GroupShow['state'];
  readonly price: number;
  readonly min_people: number;
  readonly max_people: number | null;
  readonly late_joiners: boolean;
  readonly if_few: GroupShow['ifFew'];
  readonly waits_until: Date;
  readonly starts_at: Date | null;
  readonly starting_until: Date | null;
  readonly started_at: Date | null;
  readonly few_since: Date | null;
  readonly ended_at: Date | null;
  readonly reason: GroupShowEnd | null;
}

const showOf = (row: Row): GroupShow => ({
  id: row.show_id,
  roomId: row.room_id,
  state: row.state,
  price: row.price,
  minPeople: row.min_people,
  maxPeople: row.max_people,
  lateJoiners: row.late_joiners,
  ifFew: row.if_few,
  waitsUntil: row.waits_until.getTime(),
  startsAt: row.starts_at?.getTime() ?? null,
  startingUntil: row.starting_until?.getTime() ?? null,
  startedAt: row.started_at?.getTime() ?? null,
  fewSince: row.few_since?.getTime() ?? null,
  endedAt: row.ended_at?.getTime() ?? null,
  reason: row.reason,
});

const OPEN = sql`state in ('open', 'counting', 'starting', 'running')`;
const inMs = (ms: number) => sql`clock_timestamp() + make_interval(secs => ${ms / 1_000})`;

type Queries = Database['kysely'] | Transaction;
type Query = { execute(on: Queries): Promise<{ rows: Row[] }> };

const oneOf = async (query: Query, on: Queries): Promise<GroupShow | undefined> => {
  const { rows } = await query.execute(on);
  return rows[0] && showOf(rows[0]);
};

/** What moves a show on, where it still is as it was. */
const makeSteps = (
  kysely: Database['kysely'],
): Pick<GroupStore, 'count' | 'wait' | 'claimStart' | 'prolongStart' | 'undoStart' | 'noteFew'> => ({
  count: (id) =>
    oneOf(
      sql<Row>`
        update group_shows set state = 'counting', starts_at = ${inMs(COUNTDOWN_MS)}, version = version + 1
        where show_id = ${id} and state = 'open' returning *`,
      kysely,
    ),
  wait: (id) =>
    oneOf(
      sql<Row>`
        update group_shows set state = 'open', starts_at = null, version = version + 1
        where show_id = ${id} and state = 'counting' returning *`,
      kysely,
    ),
  claimStart: (transaction, id) =>
    oneOf(
      sql<Row>`
        update group_shows set state = 'starting', starting_until = ${inMs(STARTING_MS)}, version = version + 1
        where show_id = ${id} and state = 'counting' and starts_at <= clock_timestamp() returning *`,
      transaction,
    ),
  async prolongStart(id) {
    const { rows } = await sql`
      update group_shows set starting_until = ${inMs(STARTING_MS)}
      where show_id = ${id} and state = 'starting' returning 1`.execute(kysely);
    return rows.length > 0;
  },
  undoStart: (transaction, id) =>
    oneOf(
      sql<Row>`
        update group_shows set state = 'open', starts_at = null, starting_until = null, version = version + 1
        where show_id = ${id} and state = 'starting' returning *`,
      transaction,
    ),
  noteFew: (id, isFew) =>
    oneOf(
      sql<Row>`
        update group_shows set few_since = case when ${isFew} then clock_timestamp() end, version = version + 1
        where show_id = ${id} and state = 'running' and (few_since is null) = ${isFew} returning *`,
      kysely,
    ),
});

/** Lists of shows. */
const makeLists = (
  kysely: Database['kysely'],
): Pick<GroupStore, 'listOpenIn' | 'roomsWith' | 'listOpen' | 'listSettled' | 'findLastEnded'> => ({
  async listOpenIn(roomIds) {
    if (roomIds.length === 0) return new Map();
    const { rows } = await sql<Row>`
      select * from group_shows where room_id = any(${[...roomIds]}) and ${OPEN}`.execute(kysely);
    return new Map(rows.map((row) => [row.room_id, showOf(row)]));
  },
  async roomsWith(transaction, roomIds) {
    const { rows } = await sql<{ room_id: AccountId }>`
      select room_id from group_shows where room_id = any(${[...roomIds]}) and ${OPEN}`.execute(transaction);
    return new Set(rows.map(({ room_id: id }) => id));
  },
  async listOpen(limit) {
    const { rows } = await sql<Row>`
      select * from group_shows where ${OPEN} order by show_id limit ${limit}`.execute(kysely);
    return rows.map(showOf);
  },
  async listSettled(limit) {
    const { rows } = await sql<{ show_id: Uuid }>`
      select show_id from group_shows s where state = 'settling' and not exists
        (select from group_members m where m.show_id = s.show_id and m.state <> 'left') limit ${limit}`.execute(
      kysely,
    );
    return rows.map(({ show_id: id }) => id);
  },
  findLastEnded: (roomId) =>
    oneOf(
      sql<Row>`
        select * from group_shows where room_id = ${roomId} and state in ('settling', 'ended')
        order by offered_at desc limit 1`,
      kysely,
    ),
});

export function makeGroupStore({ kysely }: Pick<Database, 'kysely'>): GroupStore {
  return {
    ...makeSteps(kysely),
    ...makeLists(kysely),
    now: () => databaseNow(kysely),
    async offer(transaction, terms) {
      const offered = await oneOf(
        sql<Row>`
          insert into group_shows
            (show_id, room_id, price, min_people, max_people, late_joiners, if_few, waits_until)
          values (${terms.id}, ${terms.roomId}, ${terms.price}, ${terms.minPeople}, ${terms.maxPeople},
            ${terms.lateJoiners}, ${terms.ifFew}, ${inMs(terms.waitMinutes * 60_000)}) returning *`,
        transaction,
      );
      return offered!;
    },
    find: (id, transaction) =>
      oneOf(sql<Row>`select * from group_shows where show_id = ${id}`, transaction ?? kysely),
    lock: (transaction, id) =>
      oneOf(sql<Row>`select * from group_shows where show_id = ${id} for update`, transaction),
    async begin(transaction, id) {
      const begun = await oneOf(
        sql<Row>`
          update group_shows set state = 'running', started_at = clock_timestamp(), starting_until = null,
            version = version + 1
          where show_id = ${id} returning *`,
        transaction,
      );
      return begun!;
    },
    async end(transaction, id, { state, reason }) {
      const ended = await oneOf(
        sql<Row>`
          update group_shows set state = ${state}, reason = ${reason}, ended_at = clock_timestamp(),
            version = version + 1
          where show_id = ${id} returning *`,
        transaction,
      );
      return ended!;
    },
    async close(id) {
      await sql`
        update group_shows set state = 'ended', version = version + 1
        where show_id = ${id} and state = 'settling'`.execute(kysely);
    },
    async prune() {
      await sql`delete from group_shows where ended_at < now() - interval '13 months'`.execute(kysely);
    },
  };
}
