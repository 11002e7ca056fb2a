import type { WheelName } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** A spin that somebody is to be given. */
export interface SpinGrant {
  /** Why, for example `purchase:0198…`: the same key is one spin. */
  readonly key: string;
  readonly accountId: AccountId;
  readonly wheel: WheelName;
  /** The prizes and odds that it keeps. */
  readonly plan: number;
  /** Unix milliseconds. */
  readonly now: number;
  readonly endsAt: number;
}

export interface GrantStore {
  /** Promises that many tokens more on a day; false where the day's budget does not have them. */
  promise(
    transaction: Transaction,
    promise: { readonly day: string; readonly tokens: number; readonly budgetTokens: number },
  ): Promise<boolean>;
  /** What was promised on a day. */
  promisedOn(day: string): Promise<number>;
  /**
   * Stops others from promising anything on a day until the transaction ends. Always taken before rows of members: in
   * the opposite order it could deadlock with a purchase that has promised and wants such a row.
   */
  lockDay(transaction: Transaction, day: string): Promise<void>;
  isKnown(transaction: Transaction, key: string): Promise<boolean>;
  add(transaction: Transaction, grant: SpinGrant): Promise<void>;
  /** Unused spins of each wheel. */
  count(accountId: AccountId, now: number): Promise<Readonly<Record<WheelName, number>>>;
  /** People who were given a spin and whose pages were not told. */
  listUntold(limit: number): Promise<AccountId[]>;
  markTold(accountId: AccountId): Promise<void>;
  /** Somebody has bought: starts a day of the vault's wheel if none is running. */
  keepMember(transaction: Transaction, accountId: AccountId, now: number): Promise<void>;
  findMember(
    accountId: AccountId,
  ): Promise<{ readonly boughtAt: Date; readonly nextSpinAt: Date } | undefined>;
  /**
   * Takes members whose next vault spin is due, bought since then and have none left, and sets their next one; other
   * nodes get different members.
   */
  takeWaiting(
    transaction: Transaction,
    times: { readonly now: number; readonly boughtSince: number; readonly nextAt: number },
    limit: number,
  ): Promise<AccountId[]>;
}

export function makeGrantStore({ kysely }: Pick<Database, 'kysely'>): GrantStore {
  return {
    async promise(transaction, { day, tokens, budgetTokens }) {
      const { rows } = await sql`
        insert into promo_days as known (day, promised_tokens)
        select ${day}::date, ${tokens}::bigint where ${tokens}::bigint <= ${budgetTokens}::bigint
        on conflict (day) do update set promised_tokens = known.promised_tokens + excluded.promised_tokens
          where known.promised_tokens + excluded.promised_tokens <= ${budgetTokens}::bigint
        returning 1`.execute(transaction);
      return rows.length > 0;
    },
    async promisedOn(day) {
      const { rows } = await sql<{ promised_tokens: number }>`
        select promised_tokens from promo_days where day = ${day}::date`.execute(kysely);
      return rows[0]?.promised_tokens ?? 0;
    },
    async lockDay(transaction, day) {
      await sql`
        insert into promo_days as known (day, promised_tokens) values (${day}::date, 0)
        on conflict (day) do update set promised_tokens = known.promised_tokens`.execute(transaction);
    },
    async isKnown(transaction, key) {
      const { rows } = await sql`select 1 from spin_grants where key = ${key}`.execute(transaction);
      return rows.length > 0;
    },
    async add(transaction, { key, accountId, wheel, plan, now, endsAt }) {
      await sql`
        insert into spin_grants (key, account_id, wheel, plan, created_at, ends_at)
        values (${key}, ${accountId}, ${wheel}, ${plan}, ${new Date(now)}, ${new Date(endsAt)})
        on conflict do nothing`.execute(transaction);
    },
    async count(accountId, now) {
      const { rows } = await sql<{ wheel: WheelName; spins: number }>`
        select wheel, count(*)::int as spins from spin_grants
        where account_id = ${accountId} and spun_at is null and ends_at > ${new Date(now)} group by wheel`.execute(
        kysely,
      );
      const spins = new Map(rows.map((row) => [row.wheel, row.spins]));
      return { promo: spins.get('promo') ?? 0, vault: spins.get('vault') ?? 0 };
    },
    async listUntold(limit) {
      const { rows } = await sql<{ account_id: AccountId }>`
        select distinct account_id from spin_grants where not is_told limit ${limit}`.execute(kysely);
      return rows.map(({ account_id: id }) => id);
    },
    async markTold(accountId) {
      await sql`update spin_grants set is_told = true where account_id = ${accountId} and not is_told`.execute(
        kysely,
      );
    },
    async keepMember(transaction, accountId, now) {
      await sql`
        insert into vault_members as known (account_id, bought_at, next_spin_at)
        values (${accountId}, ${new Date(now)}, ${new Date(now)})
        on conflict (account_id) do update set bought_at = greatest(known.bought_at, excluded.bought_at)`.execute(
        transaction,
      );
    },
    async findMember(accountId) {
      const { rows } = await sql<{ bought_at: Date; next_spin_at: Date }>`
        select bought_at, next_spin_at from vault_members where account_id = ${accountId}`.execute(kysely);
      return rows[0] && { boughtAt: rows[0].bought_at, nextSpinAt: rows[0].next_spin_at };
    },
    async takeWaiting(transaction, { now, boughtSince, nextAt }, limit) {
      const { rows } = await sql<{ account_id: AccountId }>`
        update vault_members set next_spin_at = ${new Date(nextAt)}
        where account_id in (
          select account_id from vault_members m
          where next_spin_at <= ${new Date(now)} and bought_at > ${new Date(boughtSince)}
            and not exists (select from spin_grants g where g.account_id = m.account_id and g.wheel = 'vault'
              and g.spun_at is null and g.ends_at > ${new Date(now)})
          order by next_spin_at limit ${limit} for update skip locked)
        returning account_id`.execute(transaction);
      return rows.map(({ account_id: id }) => id);
    },
  };
}
