import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';
import { type Order, orderOf, type OrderRow } from '../billing/index.ts';

/** A log-in that is still kept: its row goes with its end. */
export interface KeptLogin {
  readonly at: Date;
  readonly lastSeenAt: Date;
  readonly address: string;
  readonly country: string | null;
  readonly userAgent: string;
}

export interface AcceptedVersion {
  readonly slug: string;
  readonly version: string;
  readonly effectiveOn: string;
  readonly acceptedAt: Date;
}

/** The buyer, as a bank is told. */
export interface Buyer {
  readonly username: string;
  readonly email: string;
  readonly emailConfirmed: boolean;
  readonly country: string | null;
  readonly createdAt: Date;
}

export interface EvidenceStore {
  /** Ids of orders with chargebacks, newest first. */
  listDisputed(before: Uuid | undefined, limit: number): Promise<Uuid[]>;
  findBuyer(account: AccountId): Promise<Buyer | undefined>;
  listLogins(account: AccountId): Promise<KeptLogin[]>;
  listAccepted(account: AccountId): Promise<AcceptedVersion[]>;
  /** The account's other orders that were paid, oldest first. */
  listPaid(order: Order): Promise<Order[]>;
}

const PAID_MAX = 200;

export function makeEvidenceStore({ kysely }: Pick<Database, 'kysely'>): EvidenceStore {
  return {
    async listDisputed(before, limit) {
      const { rows } = await sql<{ order_id: Uuid }>`
        select distinct order_id from order_bookings
        where kind = 'chargeback' and (${before ?? null}::uuid is null or order_id < ${before ?? null}::uuid)
        order by order_id desc limit ${limit}`.execute(kysely);
      return rows.map(({ order_id: id }) => id);
    },
    async findBuyer(account) {
      const { rows } = await sql<Buyer>`
        select username, email, email_confirmed as "emailConfirmed", country_code as country, created_at as "createdAt"
        from accounts where id = ${account}`.execute(kysely);
      return rows[0];
    },
    async listLogins(account) {
      const { rows } = await sql<KeptLogin>`
        select created_at as at, last_seen_at as "lastSeenAt", address, country, user_agent as "userAgent"
        from sessions where account_id = ${account} order by created_at`.execute(kysely);
      return rows;
    },
    async listAccepted(account) {
      const { rows } = await sql<AcceptedVersion>`
        select slug, version, effective_on::text as "effectiveOn", accepted_at as "acceptedAt"
        from accepted_texts where account_id = ${account} order by accepted_at, slug`.execute(kysely);
      return rows;
    },
    async listPaid(order) {
      const { rows } = await sql<OrderRow>`
        select * from orders where account_id = ${order.accountId} and id <> ${order.id}
          and state in ('succeeded', 'refunded', 'charged_back')
        order by id limit ${PAID_MAX}`.execute(kysely);
      return rows.map(orderOf);
    },
  };
}
