import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** The right of one ticket holder to the recording of the show. Its hold has the same id. */
export interface RecordingRight {
  readonly id: Uuid;
  readonly showId: Uuid;
  readonly accountId: AccountId;
  readonly state: 'held' | 'paid' | 'returned';
  /** Tokens. */
  readonly price: number;
}

export interface RecordingRightStore {
  find(id: Uuid): Promise<RecordingRight | undefined>;
  /** One person's right to one show, even if refunded. */
  findOf(showId: Uuid, accountId: AccountId): Promise<RecordingRight | undefined>;
  /** False where this person has one. */
  add(transaction: Transaction, right: Omit<RecordingRight, 'state'>): Promise<boolean>;
  /** Shows of a room with a paid recording, each with its message. */
  listPaid(
    accountId: AccountId,
    roomId: AccountId,
  ): Promise<readonly { readonly showId: Uuid; readonly message: string }[]>;
  /** Which of these rights are held. */
  listLive(ids: readonly Uuid[]): Promise<Uuid[]>;
  /** Rights that are held although their shows are over, with how long ago they ended. */
  listDue(limit: number): Promise<readonly (RecordingRight & { readonly endedMs: number })[]>;
  /** False where another process has settled it. */
  settle(id: Uuid, state: 'paid' | 'returned'): Promise<boolean>;
}

interface Row {
  readonly right_id: Uuid;
  readonly show_id: Uuid;
  readonly account_id: AccountId;
  readonly state: RecordingRight['state'];
  readonly price: number;
}

const rightOf = (row: Row): RecordingRight => ({
  id: row.right_id,
  showId: row.show_id,
  accountId: row.account_id,
  state: row.state,
  price: row.price,
});

export function makeRecordingRightStore({ kysely }: Pick<Database, 'kysely'>): RecordingRightStore {
  return {
    async find(id) {
      const { rows } = await sql<Row>`select * from ticket_recordings where right_id = ${id}`.execute(kysely);
      return rows[0] && rightOf(rows[0]);
    },
    async findOf(showId, accountId) {
      const { rows } = await sql<Row>`
        select * from ticket_recordings where show_id = ${showId} and account_id = ${accountId}`.execute(
        kysely,
      );
      return rows[0] && rightOf(rows[0]);
    },
    async add(transaction, { id, showId, accountId, price }) {
      const { rows } = await sql`
        insert into ticket_recordings (right_id, show_id, account_id, price)
        values (${id}, ${showId}, ${accountId}, ${price}) on conflict do nothing returning 1`.execute(
        transaction,
      );
      return rows.length > 0;
    },
    async listPaid(accountId, roomId) {
      const { rows } = await sql<{ show_id: Uuid; message: string }>`
        select s.show_id, s.message from ticket_recordings r join ticket_shows s using (show_id)
        where r.account_id = ${accountId} and s.room_id = ${roomId} and r.state = 'paid'`.execute(kysely);
      return rows.map(({ show_id: showId, message }) => ({ showId, message }));
    },
    async listLive(ids) {
      const { rows } = await sql<{ right_id: Uuid }>`
        select right_id from ticket_recordings where right_id = any(${[...ids]}) and state = 'held'`.execute(
        kysely,
      );
      return rows.map(({ right_id: id }) => id);
    },
    async listDue(limit) {
      const { rows } = await sql<Row & { ended_ms: number }>`
        select r.*, (extract(epoch from clock_timestamp() - s.ended_at) * 1000)::bigint ended_ms
        from ticket_recordings r join ticket_shows s using (show_id)
        where r.state = 'held' and s.closed_at is not null
        order by s.ended_at limit ${limit}`.execute(kysely);
      return rows.map((row) => ({ ...rightOf(row), endedMs: Number(row.ended_ms) }));
    },
    async settle(id, state) {
      const { rows } = await sql`
        update ticket_recordings set state = ${state}, settled_at = clock_timestamp()
        where right_id = ${id} and state = 'held' returning 1`.execute(kysely);
      return rows.length > 0;
    },
  };
}
