import type { Biller, OrderState } from '@klieg/contract';
import type { Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';
import {
  type BillerEvent,
  type Booking,
  type Order,
  orderOf,
  type OrderRow,
  readKeptEvent,
} from '../billing/index.ts';
import type { AskedRefund } from './refund-store.ts';

/** An order as the back office lists it. */
export interface ListedOrder {
  readonly order: Order;
  readonly username: string;
  readonly settledAt: Date | null;
  readonly transactionId: string | null;
  /** Of the newest refund that was asked for. */
  readonly refundState: AskedRefund['state'] | null;
  /** Its charge has no answer, and a person has to decide it. */
  readonly isChargeOpen: boolean;
}

/** A biller's report, with its effect. */
export interface ToldFact {
  readonly at: Date;
  readonly event: BillerEvent;
  readonly outcome: string | null;
}

export interface DeskOrderStore {
  /** Newest first, before a cursor. */
  list(query: {
    readonly before: Uuid | undefined;
    readonly limit: number;
    readonly state: OrderState | undefined;
    readonly biller: Biller | undefined;
    readonly username: string | undefined;
    /** A UTC day, `2026-11-22`. */
    readonly day: string | undefined;
    /** Only those whose charge a person has to decide. */
    readonly isChargeOpen: boolean;
  }): Promise<ListedOrder[]>;
  find(id: Uuid): Promise<ListedOrder | undefined>;
  /** All reports of the order's biller, in order of arrival. */
  listTold(order: Order): Promise<ToldFact[]>;
  listBookings(id: Uuid): Promise<Booking[]>;
}

type Row = OrderRow & {
  readonly username: string;
  readonly settled_at: Date | null;
  readonly transaction_id: string | null;
  readonly refund_state: AskedRefund['state'] | null;
  readonly is_charge_open: boolean;
};

const listedOf = (row: Row): ListedOrder => ({
  order: orderOf(row),
  username: row.username,
  settledAt: row.settled_at,
  transactionId: row.transaction_id,
  refundState: row.refund_state,
  isChargeOpen: row.is_charge_open,
});

/** A charge without an answer that a person has to decide. */
const CHARGE_OPEN = sql`(o.state in ('sent', 'pending', 'expired') and o.id in (
  select order_id from order_charges where desk_at is not null and decided_at is null and decision is null))`;

const LISTED = sql`
  select o.*, a.username, (select r.state from order_refunds r where r.order_id = o.id order by asked_at desc limit 1)
    as refund_state,
    ${CHARGE_OPEN} as is_charge_open
  from orders o join accounts a on a.id = o.account_id`;

/** The day's orders have ids of that day, give or take an hour for different clocks. */
const ofDay = (day: string | undefined) =>
  day === undefined
    ? sql`true`
    : sql`(o.created_at >= ${day}::date::timestamp at time zone 'UTC'
        and o.created_at < (${day}::date + 1)::timestamp at time zone 'UTC'
        and o.id >= ledger.uuid_floor(${day}::date::timestamp at time zone 'UTC' - interval '1 hour')
        and o.id < ledger.uuid_floor((${day}::date + 1)::timestamp at time zone 'UTC' + interval '1 hour'))`;

export function makeDeskOrderStore({ kysely }: Pick<Database, 'kysely'>): DeskOrderStore {
  return {
    async list({ before, limit, state, biller, username, day, isChargeOpen }) {
      const { rows } = await sql<Row>`${LISTED}
        where (${before ?? null}::uuid is null or o.id < ${before ?? null}::uuid)
          and (${state ?? null}::text is null or o.state = ${state ?? null}::text)
          and (${biller ?? null}::text is null or o.biller = ${biller ?? null}::text)
          and (${username ?? null}::text is null or o.account_id = (select id from accounts where username = ${username ?? null}::text))
          and ${ofDay(day)}
          and ${isChargeOpen ? CHARGE_OPEN : sql`true`}
        order by o.id desc limit ${limit}`.execute(kysely);
      return rows.map(listedOf);
    },
    async find(id) {
      const { rows } = await sql<Row>`${LISTED} where o.id = ${id}`.execute(kysely);
      return rows[0] && listedOf(rows[0]);
    },
    async listTold(order) {
      const { rows } = await sql<{ received_at: Date; body: string; outcome: string | null }>`
        select received_at, body, outcome from postbacks where order_id = ${order.id} and biller = ${order.biller}
        union all
        select p.received_at, p.body, p.outcome from biller_transactions t
          join postbacks p on p.biller = t.biller and p.transaction_id = t.transaction_id and p.order_id is null
        where t.order_id = ${order.id} and t.biller = ${order.biller}
        order by received_at`.execute(kysely);
      return rows.flatMap(({ received_at: at, body, outcome }) => {
        const event = readKeptEvent(body);
        return event ? [{ at, event, outcome }] : [];
      });
    },
    async listBookings(id) {
      const { rows } = await sql<Booking>`
        select number, kind, tokens, transfer_id as "transferId", reverses, done_at is not null as "isDone"
        from order_bookings where order_id = ${id} order by number`.execute(kysely);
      return rows;
    },
  };
}
