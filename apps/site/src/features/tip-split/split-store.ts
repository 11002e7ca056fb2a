import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import { type Database, databaseNow, type Transaction } from '../../platform/postgres/index.ts';
import type { Split, SplitPart, SplitState } from './split-rules.ts';

/** A split as it is kept. */
export interface SplitRow extends Split {
  /** Grows with every change. */
  readonly version: number;
  /** The last announced change. */
  readonly toldNews: number;
  readonly changedAt: number;
}

/** Splits, one row each. Times are the database's, so that nodes with wrong clocks agree (S2). */
export interface SplitStore {
  now(transaction: Transaction): Promise<number>;
  find(id: Uuid): Promise<SplitRow | undefined>;
  /** Waits until nobody else changes it, and keeps it until the transaction ends. */
  lock(transaction: Transaction, id: Uuid): Promise<SplitRow | undefined>;
  /** The same of the one that runs in a room. */
  lockRunning(transaction: Transaction, roomId: AccountId): Promise<SplitRow | undefined>;
  /** The newest of each room whose end was not shown long enough. */
  listShown(roomIds: readonly AccountId[]): Promise<SplitRow[]>;
  /** Which of these splits are running. */
  listRunning(ids: readonly Uuid[]): Promise<Uuid[]>;
  /** False where one runs in the room. */
  begin(transaction: Transaction, split: Split): Promise<boolean>;
  save(transaction: Transaction, split: Split): Promise<void>;
  /** Of a split that never opened. */
  remove(transaction: Transaction, id: Uuid): Promise<void>;
  markTold(id: Uuid, news: number): Promise<void>;
  /** Splits that time may change, or whose room was not told. */
  listUnrested(limit: number): Promise<{ readonly rows: readonly SplitRow[]; readonly now: number }>;
  /** Clears details of old splits, and removes the oldest completely (S16). */
  prune(): Promise<void>;
}

interface Row {
  readonly split_id: Uuid;
  readonly room_id: AccountId;
  readonly proposer_id: AccountId;
  readonly state: SplitState;
  readonly target_splitters: number;
  readonly split_amount: number;
  readonly comment: string | null;
  readonly parts: SplitPart[];
  readonly expires_at: Date;
  readonly changed_at: Date;
  readonly ended_at: Date | null;
  readonly is_closed: boolean;
  readonly version: number;
  readonly news: number;
  readonly told_news: number;
}

const rowOf = (row: Row): SplitRow => ({
  id: row.split_id,
  roomId: row.room_id,
  proposerId: row.proposer_id,
  state: row.state,
  targetSplitters: row.target_splitters,
  splitAmount: row.split_amount,
  comment: row.comment,
  parts: row.parts,
  expiresAt: row.expires_at.getTime(),
  changedAt: row.changed_at.getTime(),
  endedAt: row.ended_at?.getTime() ?? null,
  isClosed: row.is_closed,
  version: row.version,
  news: row.news,
  toldNews: row.told_news,
});

const dateOf = (at: number | null): Date | null => (at === null ? null : new Date(at));

export function makeSplitStore({ kysely }: Pick<Database, 'kysely'>): SplitStore {
  return {
    now: databaseNow,
    async find(id) {
      const { rows } = await sql<Row>`select * from tip_splits where split_id = ${id}`.execute(kysely);
      return rows[0] && rowOf(rows[0]);
    },
    async lock(transaction, id) {
      const { rows } = await sql<Row>`
        select * from tip_splits where split_id = ${id} for update`.execute(transaction);
      return rows[0] && rowOf(rows[0]);
    },
    async lockRunning(transaction, roomId) {
      const { rows } = await sql<Row>`
        select * from tip_splits
        where room_id = ${roomId} and state in ('opening', 'proposed', 'settling') for update`.execute(
        transaction,
      );
      return rows[0] && rowOf(rows[0]);
    },
    async listShown(roomIds) {
      if (roomIds.length === 0) return [];
      const { rows } = await sql<Row>`
        select distinct on (room_id) * from tip_splits
        where room_id = any(${roomIds}) and not is_closed and state <> 'opening' and news > 0
        order by room_id, created_at desc`.execute(kysely);
      return rows.map(rowOf);
    },
    async listRunning(ids) {
      const { rows } = await sql<{ split_id: Uuid }>`
        select split_id from tip_splits
        where split_id = any(${ids}) and state in ('opening', 'proposed', 'settling')`.execute(kysely);
      return rows.map(({ split_id: id }) => id);
    },
    async begin(transaction, split) {
      const { rows } = await sql`
        insert into tip_splits (split_id, room_id, proposer_id, state, target_splitters, split_amount, comment, parts,
          expires_at)
        values (${split.id}, ${split.roomId}, ${split.proposerId}, ${split.state}, ${split.targetSplitters},
          ${split.splitAmount}, ${split.comment}, ${JSON.stringify(split.parts)}::jsonb, ${new Date(split.expiresAt)})
        on conflict do nothing returning 1`.execute(transaction);
      return rows.length > 0;
    },
    async save(transaction, split) {
      await sql`
        update tip_splits set state = ${split.state}, parts = ${JSON.stringify(split.parts)}::jsonb,
          expires_at = ${new Date(split.expiresAt)}, ended_at = ${dateOf(split.endedAt)},
          is_closed = ${split.isClosed}, news = ${split.news}, version = version + 1, changed_at = now()
        where split_id = ${split.id}`.execute(transaction);
    },
    async remove(transaction, id) {
      await sql`delete from tip_splits where split_id = ${id} and state = 'opening'`.execute(transaction);
    },
    async markTold(id, news) {
      await sql`
        update tip_splits set told_news = greatest(told_news, ${news}) where split_id = ${id}`.execute(
        kysely,
      );
    },
    async listUnrested(limit) {
      const { rows } = await sql<Row>`
        select * from tip_splits where not is_closed or told_news < news order by changed_at limit ${limit}`.execute(
        kysely,
      );
      return { rows: rows.map(rowOf), now: await databaseNow(kysely) };
    },
    async prune() {
      await sql`
        update tip_splits set comment = null
        where is_closed and comment is not null and ended_at < now() - interval '90 days'`.execute(kysely);
      await sql`
        delete from tip_splits where is_closed and ended_at < now() - interval '13 months'`.execute(kysely);
    },
  };
}
