import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { Counted, Reserve } from './ripening-rules.ts';

/** How far somebody's feeds are counted, and how much is ripe. */
export interface Ripening {
  readonly earningNumber: number;
  readonly reserveNumber: number;
  /** UTC day. */
  readonly ripeThrough: string;
  readonly ripeTokens: number;
  readonly movedTokens: number;
}

/** Newly counted amounts, to be stored with it. */
export interface CountedFeeds {
  readonly earnings: Counted;
  readonly earningNumber: number;
  readonly reserves: ReadonlyMap<string, number>;
  readonly reserveNumber: number;
}

export interface RipeningStore {
  /** Locks somebody's stored counts until the end of the transaction; creates them if missing. */
  take(transaction: Transaction, person: AccountId, ripeThrough: string): Promise<Ripening>;
  /** Adds what was counted, and makes days up to that one ripe. */
  keep(
    transaction: Transaction,
    person: AccountId,
    counted: CountedFeeds,
    ripeThrough: string,
  ): Promise<Ripening>;
  /** What ripens later, by day. */
  listDays(transaction: Transaction, person: AccountId): Promise<{ readonly day: string; tokens: number }[]>;
  /** In order of release. */
  listReserves(transaction: Transaction, person: AccountId): Promise<Reserve[]>;
  /** The day of the last full run. */
  lastSweep(): Promise<string | undefined>;
  noteSweep(day: string): Promise<void>;
}

interface Row {
  readonly earning_number: number;
  readonly reserve_number: number;
  readonly ripe_through: string;
  readonly ripe_tokens: number;
  readonly moved_tokens: number;
}

const COLUMNS = sql`earning_number, reserve_number, ripe_through::text, ripe_tokens, moved_tokens`;

const toRipening = (row: Row): Ripening => ({
  earningNumber: row.earning_number,
  reserveNumber: row.reserve_number,
  ripeThrough: row.ripe_through,
  ripeTokens: row.ripe_tokens,
  movedTokens: row.moved_tokens,
});

async function addSums(
  transaction: Transaction,
  into: ReturnType<typeof sql.raw>,
  person: AccountId,
  sums: ReadonlyMap<string, number>,
): Promise<void> {
  if (sums.size === 0) return;
  const [table, column] = [into, sql.raw(into === RESERVES ? 'release_on' : 'day')];
  await sql`
    insert into ${table} as kept (account_id, ${column}, tokens)
    select ${person}, day::date, tokens
    from unnest(${[...sums.keys()]}::text[], ${[...sums.values()]}::bigint[]) as added (day, tokens)
    on conflict (account_id, ${column}) do update set tokens = kept.tokens + excluded.tokens`.execute(
    transaction,
  );
}

const DAYS = sql.raw('earning_days');
const RESERVES = sql.raw('earning_reserves');

export function makeRipeningStore({ kysely }: Pick<Database, 'kysely'>): RipeningStore {
  return {
    async take(transaction, person, ripeThrough) {
      await sql`insert into earning_ripening (account_id, ripe_through) values (${person}, ${ripeThrough})
        on conflict do nothing`.execute(transaction);
      const { rows } = await sql<Row>`
        select ${COLUMNS} from earning_ripening where account_id = ${person} for update`.execute(transaction);
      return toRipening(rows[0]!);
    },
    async keep(transaction, person, counted, ripeThrough) {
      await addSums(transaction, DAYS, person, counted.earnings.days);
      await addSums(transaction, RESERVES, person, counted.reserves);
      await sql`delete from earning_reserves where account_id = ${person} and tokens = 0`.execute(
        transaction,
      );
      const { rows } = await sql<Row>`
        with ripened as (
          delete from earning_days where account_id = ${person} and day <= ${ripeThrough}::date returning tokens)
        update earning_ripening set earning_number = ${counted.earningNumber},
          reserve_number = ${counted.reserveNumber}, ripe_through = greatest(ripe_through, ${ripeThrough}::date),
          ripe_tokens = ripe_tokens + ${counted.earnings.ripeTokens} +
            (select coalesce(sum(tokens), 0)::bigint from ripened),
          moved_tokens = moved_tokens + ${counted.earnings.movedTokens}
        where account_id = ${person} returning ${COLUMNS}`.execute(transaction);
      return toRipening(rows[0]!);
    },
    async listDays(transaction, person) {
      const { rows } = await sql<{ day: string; tokens: number }>`
        select day::text, tokens from earning_days where account_id = ${person} and tokens <> 0 order by earning_days.day`.execute(
        transaction,
      );
      return rows;
    },
    async listReserves(transaction, person) {
      const { rows } = await sql<Reserve>`
        select release_on::text as "releaseOn", tokens from earning_reserves
        where account_id = ${person} order by release_on`.execute(transaction);
      return rows;
    },
    async lastSweep() {
      const { rows } = await sql<{
        day: string | null;
      }>`select max(day)::text as day from earning_sweeps`.execute(kysely);
      return rows[0]?.day ?? undefined;
    },
    async noteSweep(day) {
      await sql`insert into earning_sweeps (day, finished_at) values (${day}, now()) on conflict do nothing`.execute(
        kysely,
      );
    },
  };
}
