import type { Biller } from '@klieg/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';
import { holderOf } from '../ledger/index.ts';
import type { AccountDay } from './figure-rules.ts';

/** Orders of a UTC day by their biller's answer. */
export interface AnsweredDay {
  readonly day: string;
  readonly biller: Biller;
  readonly approved: number;
  readonly declined: number;
}

/** What a biller reported on a UTC day. */
export interface ToldDay {
  readonly day: string;
  readonly biller: Biller;
  readonly sales: number;
  readonly disputes: number;
  /** Payments that banks have reported as fraud (TC40). */
  readonly fraudReports: number;
  /** Disputes that were announced and have neither come nor been avoided by giving the payment back. */
  readonly alerts: number;
}

/** Days are `2026-11-22`, UTC, both ends included. */
export interface FiguresStore {
  /** Every account of the operator on each day with movements. */
  accountDays(from: string, to: string): Promise<AccountDay[]>;
  answeredDays(from: string, to: string): Promise<AnsweredDay[]>;
  /** Why orders were declined, the most frequent reason first. */
  declineReasons(from: string, to: string): Promise<{ readonly code: string; readonly count: number }[]>;
  toldDays(from: string, to: string): Promise<ToldDay[]>;
}

const startOf = (day: string) => sql`(${day}::date::timestamp at time zone 'UTC')`;
const endOf = (day: string) => sql`((${day}::date + 1)::timestamp at time zone 'UTC')`;
/** Orders of these days by their ids, which contain their time. */
const ofDays = (from: string, to: string) => sql`
  created_at >= ${startOf(from)} and created_at < ${endOf(to)}
  and id >= ledger.uuid_floor(${startOf(from)} - interval '1 hour')
  and id < ledger.uuid_floor(${endOf(to)} + interval '1 hour')`;

export function makeFiguresStore({ kysely }: Pick<Database, 'kysely'>): FiguresStore {
  return {
    async accountDays(from, to) {
      const { rows } = await sql<{ day: string; account: number; change: number; balance: number }>`
        select day::text, account, change, balance from (
          select day, account, change, (sum(change) over (partition by account order by day))::bigint balance
          from ledger.system_days where day <= ${to}) d
        where day >= ${from} order by day, account`.execute(kysely);
      return rows.map(({ account, ...rest }) => ({ ...rest, holder: holderOf(account) }));
    },
    async answeredDays(from, to) {
      const { rows } = await sql<AnsweredDay>`
        select (created_at at time zone 'UTC')::date::text as day, biller,
          count(*) filter (where state <> 'declined')::int as approved,
          count(*) filter (where state = 'declined')::int as declined
        from orders where state in ('succeeded', 'refunded', 'charged_back', 'declined') and ${ofDays(from, to)}
        group by 1, 2 order by 1, 2`.execute(kysely);
      return rows;
    },
    async declineReasons(from, to) {
      const { rows } = await sql<{ code: string; count: number }>`
        select coalesce(decline_code, 'DECLINED') as code, count(*)::int as count
        from orders where state = 'declined' and ${ofDays(from, to)}
        group by 1 order by 2 desc, 1 limit 20`.execute(kysely);
      return rows;
    },
    async toldDays(from, to) {
      // Posts keep their bytes for as long as payments can be disputed, and are indexed by time for that.
      const { rows } = await sql<ToldDay>`
        select (received_at at time zone 'UTC')::date::text as day, biller,
          count(*) filter (where kind = 'approved')::int as sales,
          count(*) filter (where kind = 'charged_back')::int as disputes,
          count(*) filter (where kind = 'fraud_reported')::int as "fraudReports",
          count(*) filter (where kind = 'alerted')::int as alerts
        from (
          select received_at, biller, substring(body from '"kind":"([a-z_]+)"') as kind,
            substring(body from '"transactionId":"([^"]*)"') as transaction_id from postbacks
          where raw is not null and (outcome is null or outcome = 'settled') and quarantined_at is null
            and received_at >= ${startOf(from)} and received_at < ${endOf(to)}) told
        where kind in ('approved', 'charged_back', 'fraud_reported')
          or (kind = 'alerted' and not exists (
            select from biller_transactions t join order_bookings b on b.order_id = t.order_id
            where t.biller = told.biller and t.transaction_id = told.transaction_id
              and b.kind in ('refund', 'chargeback')))
        group by 1, 2 order by 1, 2`.execute(kysely);
      return rows;
    },
  };
}
