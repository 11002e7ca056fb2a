import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '#site/platform/postgres/index.ts';

export interface Discount {
  /** Percent. */
  readonly rate: number;
  readonly secondsLeft: number;
}

/** Discounts on privates (S315); times are the database's. */
export interface DiscountStore {
  /** 0: none. */
  rateOf(roomId: AccountId): Promise<number>;
  listOf(roomIds: readonly AccountId[]): Promise<ReadonlyMap<AccountId, Discount>>;
  /** False where one runs. */
  begin(roomId: AccountId, rate: number, seconds: number): Promise<boolean>;
  /** A repeat does nothing. @returns whether one ran */
  end(roomId: AccountId): Promise<boolean>;
  /** Those whose time is over, which are taken away. */
  takeOver(): Promise<AccountId[]>;
}

export function makeDiscountStore({ kysely }: Pick<Database, 'kysely'>): DiscountStore {
  const listOf: DiscountStore['listOf'] = async (roomIds) => {
    if (roomIds.length === 0) return new Map();
    const { rows } = await sql<{ room_id: AccountId; rate: number; left: number }>`
      select room_id, rate, ceil(extract(epoch from until - clock_timestamp()))::int "left" from private_discounts
      where room_id = any(${roomIds}) and until > clock_timestamp()`.execute(kysely);
    return new Map(rows.map((row) => [row.room_id, { rate: row.rate, secondsLeft: row.left }]));
  };
  return {
    listOf,
    rateOf: async (roomId) => (await listOf([roomId])).get(roomId)?.rate ?? 0,
    async begin(roomId, rate, seconds) {
      const { rows } = await sql`
        insert into private_discounts as d (room_id, rate, until)
        values (${roomId}, ${rate}, clock_timestamp() + make_interval(secs => ${seconds}))
        on conflict (room_id) do update set rate = excluded.rate, until = excluded.until
        where d.until <= clock_timestamp() returning 1`.execute(kysely);
      return rows.length > 0;
    },
    async end(roomId) {
      const { rows } = await sql`delete from private_discounts where room_id = ${roomId} returning 1`.execute(
        kysely,
      );
      return rows.length > 0;
    },
    async takeOver() {
      const { rows } = await sql<{ room_id: AccountId }>`
        delete from private_discounts where until <= clock_timestamp() returning room_id`.execute(kysely);
      return rows.map(({ room_id: id }) => id);
    },
  };
}
