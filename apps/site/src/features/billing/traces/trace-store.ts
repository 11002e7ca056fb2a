import type { Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '#site/platform/postgres/index.ts';
import type { Trace, TraceSeal } from './seal-trace.ts';

/**
 * How long traces are kept, in days: a bank asks about a purchase within 120 days, and looks at others up to 365 days
 * before its dispute; the rest is for the answer.
 */
export const TRACE_DAYS = 400;

/** A trace with what was known of the buyer then. */
export interface KeptTrace extends Trace {
  readonly accountDays: number;
  /** The buyer's purchases until then, without charged-back ones. */
  readonly undisputedPurchases: number;
}

export interface TraceStore {
  /** Stores the trace of an order; paying an open order again replaces it. */
  keep(order: Uuid, trace: Trace): Promise<void>;
  listOf(orders: readonly Uuid[]): Promise<ReadonlyMap<Uuid, KeptTrace>>;
  /** Forgets traces that are too old, at most some thousands at once. @returns how many */
  prune(): Promise<number>;
}

const PRUNE_BATCH = 5_000;

export function makeTraceStore({ kysely }: Pick<Database, 'kysely'>, seal: TraceSeal): TraceStore {
  return {
    async keep(order, trace) {
      await sql`
        insert into purchase_traces (order_id, sealed, account_days, undisputed_purchases)
        select o.id, ${seal.seal(trace)}, extract(day from now() - a.created_at)::int,
          (select count(*)::int from orders other
            where other.account_id = o.account_id and other.id <> o.id and other.state = 'succeeded')
        from orders o join accounts a on a.id = o.account_id where o.id = ${order}
        on conflict (order_id) do update set sealed = excluded.sealed, at = now(),
          account_days = excluded.account_days, undisputed_purchases = excluded.undisputed_purchases
          where exists (select from orders where id = excluded.order_id and state in ('created', 'sent'))`.execute(
        kysely,
      );
    },
    async listOf(orders) {
      const { rows } = await sql<{
        order_id: Uuid;
        sealed: Buffer;
        account_days: number;
        undisputed_purchases: number;
      }>`
        select order_id, sealed, account_days, undisputed_purchases from purchase_traces
        where order_id = any(${orders}::uuid[])`.execute(kysely);
      return new Map(
        rows.flatMap((row) => {
          const trace = seal.open(row.sealed);
          const known = { accountDays: row.account_days, undisputedPurchases: row.undisputed_purchases };
          return trace ? [[row.order_id, { ...trace, ...known }] as const] : [];
        }),
      );
    },
    async prune() {
      const { numAffectedRows } = await sql`
        delete from purchase_traces where order_id in (
          select order_id from purchase_traces where at < now() - make_interval(days => ${TRACE_DAYS})
          order by at limit ${PRUNE_BATCH})`.execute(kysely);
      return Number(numAffectedRows ?? 0);
    },
  };
}
