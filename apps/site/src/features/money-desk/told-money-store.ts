import type { Biller } from '@klieg/contract';
import type { Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';
import { readKeptEvent } from '../billing/index.ts';
import { movesMoney, type ToldMoney } from './settlement-rules.ts';

/** Billers' posts that move money. */
export interface ToldMoneyStore {
  /** For these transactions. */
  listOf(biller: Biller, transactionIds: readonly string[]): Promise<ToldMoney[]>;
  /** For these UTC days, both included. */
  listOn(biller: Biller, from: string, to: string): Promise<ToldMoney[]>;
}

interface ToldRow {
  readonly body: string;
  readonly order_id: Uuid;
  readonly amount_cents: number;
  readonly currency: string;
}

/** What its post left out is what the order says. */
const toldOf = ({ body, order_id: orderId, amount_cents: cents, currency }: ToldRow): ToldMoney[] => {
  const event = readKeptEvent(body);
  if (!event || !movesMoney(event.kind)) return [];
  return [
    {
      transactionId: event.transactionId,
      kind: event.kind,
      amountCents: event.amountCents ?? cents,
      currency: event.currency ?? currency,
      orderId,
    },
  ];
};

export function makeToldMoneyStore({ kysely }: Pick<Database, 'kysely'>): ToldMoneyStore {
  return {
    async listOf(biller, ids) {
      const { rows } = await sql<ToldRow>`
    with paid as (
      select distinct order_id from biller_transactions
      where biller = ${biller} and transaction_id = any(${ids}::text[]) and kind = 'approved')
    select p.body, o.id as order_id, o.amount_cents, o.currency from paid
      join orders o on o.id = paid.order_id
      join postbacks p on p.order_id = o.id and p.biller = ${biller}
    where (p.outcome is null or p.outcome = 'settled') and p.quarantined_at is null
    union all
    select p.body, o.id, o.amount_cents, o.currency from biller_transactions t
      join orders o on o.id = t.order_id
      join postbacks p on p.biller = t.biller and p.transaction_id = t.transaction_id and p.order_id is null
    where t.biller = ${biller} and t.transaction_id = any(${ids}::text[]) and t.kind = 'approved'
      and (p.outcome is null or p.outcome = 'settled') and p.quarantined_at is null`.execute(kysely);
      const wanted = new Set(ids);
      return rows.flatMap(toldOf).filter(({ transactionId }) => wanted.has(transactionId));
    },

    async listOn(biller, from, to) {
      // Posts keep their bytes for as long as payments can be disputed, and are indexed by time for that.
      const { rows } = await sql<ToldRow>`
    select p.body, o.id as order_id, o.amount_cents, o.currency from postbacks p
      left join biller_transactions t on p.order_id is null and t.biller = p.biller
        and t.transaction_id = p.transaction_id and t.kind = 'approved'
      join orders o on o.id = coalesce(p.order_id, t.order_id)
    where p.raw is not null and (p.outcome is null or p.outcome = 'settled') and p.quarantined_at is null and p.biller = ${biller}
      and p.received_at >= ${from}::date::timestamp at time zone 'UTC'
      and p.received_at < (${to}::date + 1)::timestamp at time zone 'UTC'
    order by p.received_at`.execute(kysely);
      return rows.flatMap(toldOf);
    },
  };
}
