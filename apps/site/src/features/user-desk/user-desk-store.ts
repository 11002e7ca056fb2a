import type { DeskFlag, UserRole } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import { type Order, orderOf, type OrderRow } from '../billing/index.ts';
import { type Account, accountOf } from '../identity/index.ts';

/** Search criteria of accounts. */
export interface UserQuery {
  readonly before: number | undefined;
  readonly limit: number;
  readonly text: string | undefined;
  readonly type: 'model' | 'other' | undefined;
  readonly country: string | undefined;
  readonly flag: DeskFlag | undefined;
}

/** An open log-in, with what staff may know of it. */
export interface DeskSession {
  readonly accountId: AccountId;
  readonly userAgent: string;
  readonly address: string;
  readonly country: string | null;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

/** Of orders that were ever paid, also those whose money went back. */
export interface OrderSums {
  readonly paidOrders: number;
  /** Of which a bank took something back. */
  readonly chargedBack: number;
  /** What is left of their prices after what went back, as the ledger prices it: by tokens, rounded down for each. */
  readonly spentCents: number;
}

export interface UserDeskStore {
  /** Newest accounts first. */
  list(query: UserQuery): Promise<Account[]>;
  /** The account, under a lock until the end of the transaction: of two changes one follows the other. */
  lock(transaction: Transaction, id: AccountId): Promise<Account | undefined>;
  setRoles(transaction: Transaction, id: AccountId, roles: readonly UserRole[]): Promise<void>;
  setFlags(
    transaction: Transaction,
    id: AccountId,
    flags: { readonly isAdmin: boolean; readonly isDirectPay: boolean },
  ): Promise<void>;
  setFeatured(transaction: Transaction, id: AccountId, isFeatured: boolean): Promise<void>;
  /** Accounts of staff are linked with no others. */
  endLinks(transaction: Transaction, id: AccountId): Promise<void>;
  /** @returns false where a membership that was paid for is running */
  setMembership(transaction: Transaction, id: AccountId, level: Account['membership']): Promise<boolean>;
  /** Open log-ins of each, the most recently seen first, at most 50 of one account. */
  listSessions(ids: readonly AccountId[]): Promise<DeskSession[]>;
  /** The sum of each account's orders; absent for people who never paid. */
  sumOrders(ids: readonly AccountId[]): Promise<ReadonlyMap<AccountId, OrderSums>>;
  /** Somebody's newest orders. */
  listOrders(id: AccountId, limit: number): Promise<Order[]>;
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (char) => `\\${char}`);

/** A number is an id or part of a name, a text with an @ is an address, everything else is part of a name. */
function isFoundBy(text: string): RawBuilder<boolean> {
  const wanted = text.toLowerCase();
  if (wanted.includes('@')) return sql<boolean>`lower(email) like ${`${escapeLike(wanted)}%`}`;
  const named = sql<boolean>`(username || ' ' || lower(display_name)) like ${`%${escapeLike(wanted)}%`}`;
  return /^\d{1,15}$/.test(wanted) ? sql<boolean>`(id = ${Number(wanted)} or ${named})` : named;
}

function hasFlag(flag: DeskFlag): RawBuilder<boolean> {
  switch (flag) {
    case 'admin':
      return sql<boolean>`(is_admin or is_super_admin)`;
    case 'suspended':
      return sql<boolean>`(suspended_at is not null and (suspension_until is null or suspension_until > now()))`;
    case 'email_unconfirmed':
      return sql<boolean>`not email_confirmed`;
    default:
      return sql<boolean>`user_roles @> ${[flag]}::text[]`;
  }
}

export function makeUserDeskStore({ kysely }: Pick<Database, 'kysely'>): UserDeskStore {
  type Row = Parameters<typeof accountOf>[0];
  return {
    async list({ before, limit, text, type, country, flag }) {
      const { rows } = await sql<Row>`
        select * from accounts
        where (${before ?? null}::bigint is null or id < ${before ?? null}::bigint)
          and ${text === undefined ? sql`true` : isFoundBy(text)}
          and (${type ?? null}::text is null or type = ${type ?? null}::text)
          and (${country ?? null}::text is null or country_code = ${country ?? null}::text)
          and ${flag === undefined ? sql`true` : hasFlag(flag)}
        order by id desc limit ${limit}`.execute(kysely);
      return rows.map(accountOf);
    },
    async lock(transaction, id) {
      const { rows } = await sql<Row>`
        select * from accounts where id = ${id} for no key update`.execute(transaction);
      return rows[0] && accountOf(rows[0]);
    },
    async setRoles(transaction, id, roles) {
      await sql`update accounts set user_roles = ${[...new Set(roles)]}::text[] where id = ${id}`.execute(
        transaction,
      );
    },
    async setFlags(transaction, id, { isAdmin, isDirectPay }) {
      await sql`
        update accounts set is_admin = ${isAdmin}, is_direct_pay = ${isDirectPay} where id = ${id}`.execute(
        transaction,
      );
    },
    async setFeatured(transaction, id, isFeatured) {
      await sql`update accounts set is_featured = ${isFeatured} where id = ${id}`.execute(transaction);
    },
    async endLinks(transaction, id) {
      await sql`delete from linked_accounts where ${id} in (first_id, second_id)`.execute(transaction);
    },
    async setMembership(transaction, id, level) {
      const { rows } = await sql`
        update accounts set membership = ${level} where id = ${id}
          and not exists (select from memberships m where m.account_id = accounts.id and m.is_running)
        returning 1`.execute(transaction);
      return rows.length > 0;
    },
    async listSessions(ids) {
      if (ids.length === 0) return [];
      const { rows } = await sql<DeskSession>`
        select s.* from unnest(${[...ids]}::bigint[]) as asked (id), lateral (
          select account_id as "accountId", user_agent as "userAgent", address, country,
            created_at as "createdAt", last_seen_at as "lastSeenAt"
          from sessions where account_id = asked.id and expires_at > now()
          order by last_seen_at desc limit 50) s`.execute(kysely);
      return rows;
    },
    async sumOrders(ids) {
      if (ids.length === 0) return new Map();
      const { rows } = await sql<OrderSums & { readonly id: AccountId }>`
        select account_id as id, count(*)::int as "paidOrders",
          (count(*) filter (where state = 'charged_back' or b.disputed > 0))::int as "chargedBack",
          coalesce(sum(case
            when b.left_tokens is not null then amount_cents::bigint * b.left_tokens / nullif(tokens, 0)
            when state = 'succeeded' then amount_cents end), 0)::float8 as "spentCents"
        from orders, lateral (
          select sum(case when b.kind in ('purchase', 'restored') then b.tokens else -b.tokens end) as left_tokens,
            sum(case b.kind when 'chargeback' then b.tokens when 'restored' then -b.tokens end) as disputed
          from order_bookings b where order_id = orders.id) b
        where account_id = any(${[...ids]}::bigint[])
          and state in ('succeeded', 'refunded', 'charged_back') group by account_id`.execute(kysely);
      return new Map(rows.map((row) => [row.id, row]));
    },
    async listOrders(id, limit) {
      const { rows } = await sql<OrderRow>`
        select * from orders where account_id = ${id} order by id desc limit ${limit}`.execute(kysely);
      return rows.map(orderOf);
    },
  };
}
