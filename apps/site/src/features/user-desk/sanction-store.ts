import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** A suspension as staff made it. */
export interface Suspension {
  readonly id: Uuid;
  readonly accountId: AccountId;
  readonly by: string;
  readonly reasonCode: string;
  readonly statement: string;
  readonly at: Date;
  readonly until: Date | null;
  readonly liftedAt: Date | null;
}

export interface AccountNote {
  readonly accountId: AccountId;
  readonly by: string;
  readonly text: string;
  readonly at: Date;
}

export interface SanctionStore {
  /** Suspends an account; one that was in force gives way. @returns false where one that lasts longer was kept */
  suspend(
    transaction: Transaction,
    given: {
      readonly id: Uuid;
      readonly accountId: AccountId;
      readonly byId: AccountId;
      readonly reasonCode: string;
      readonly statement: string;
      readonly at: Date;
      readonly until: Date | null;
      /** Keeps one in force that lasts as long or longer. */
      readonly keepsLonger?: boolean | undefined;
    },
  ): Promise<boolean>;
  lift(transaction: Transaction, accountId: AccountId, at: Date): Promise<void>;
  /** Lifts suspensions whose time is over, at most 100. @returns whose they were */
  liftEnded(now: Date): Promise<AccountId[]>;
  addNote(
    transaction: Transaction,
    note: {
      readonly id: Uuid;
      readonly accountId: AccountId;
      readonly byId: AccountId;
      readonly text: string;
    },
  ): Promise<void>;
  /** Newest first, at most 20 of one account. */
  listSuspensions(ids: readonly AccountId[]): Promise<Suspension[]>;
  listNotes(ids: readonly AccountId[]): Promise<AccountNote[]>;
  /** What the person reads of the suspension that is in force. */
  statementOf(accountId: AccountId): Promise<string | undefined>;
}

export function makeSanctionStore({ kysely }: Pick<Database, 'kysely'>): SanctionStore {
  const endOpen = (transaction: Transaction, accountId: AccountId, at: Date) =>
    sql`update account_suspensions set lifted_at = ${at}
      where account_id = ${accountId} and lifted_at is null`.execute(transaction);
  /** Whether what is in force ends no sooner. */
  const isLonger = async (transaction: Transaction, accountId: AccountId, until: Date | null, at: Date) => {
    await sql`select from accounts where id = ${accountId} for no key update`.execute(transaction);
    const { rows } = await sql`
      select from account_suspensions
      where account_id = ${accountId} and lifted_at is null and (until is null or until > ${at})
        and (until is null or until >= ${until}::timestamptz)`.execute(transaction);
    return rows.length > 0;
  };
  return {
    async suspend(transaction, { id, accountId, byId, reasonCode, statement, at, until, keepsLonger }) {
      if (keepsLonger && (await isLonger(transaction, accountId, until, at))) return false;
      await endOpen(transaction, accountId, at);
      await sql`
        insert into account_suspensions (id, account_id, by_id, reason_code, statement, at, until)
        values (${id}, ${accountId}, ${byId}, ${reasonCode}, ${statement}, ${at}, ${until})`.execute(
        transaction,
      );
      await sql`
        update accounts set suspended_at = ${at}, suspension_until = ${until}, suspension_reason = ${reasonCode}
        where id = ${accountId}`.execute(transaction);
      return true;
    },
    async lift(transaction, accountId, at) {
      await endOpen(transaction, accountId, at);
      await sql`
        update accounts set suspended_at = null, suspension_until = null, suspension_reason = null
        where id = ${accountId}`.execute(transaction);
    },
    async liftEnded(now) {
      const { rows } = await sql<{ id: AccountId }>`
        with lifted as (
          update account_suspensions set lifted_at = until
          where id in (select id from account_suspensions where lifted_at is null and until <= ${now}
            limit 100 for update skip locked)
          returning account_id)
        update accounts a set suspended_at = null, suspension_until = null, suspension_reason = null
        from lifted l where a.id = l.account_id and a.suspension_until <= ${now} returning a.id`.execute(
        kysely,
      );
      return rows.map(({ id }) => id);
    },
    async addNote(transaction, { id, accountId, byId, text }) {
      await sql`
        insert into desk_notes (id, account_id, by_id, text)
        values (${id}, ${accountId}, ${byId}, ${text})`.execute(transaction);
    },
    async listSuspensions(ids) {
      if (ids.length === 0) return [];
      const { rows } = await sql<Suspension>`
        select s.* from unnest(${[...ids]}::bigint[]) as asked (id), lateral (
          select s.id, s.account_id as "accountId", a.username as by, reason_code as "reasonCode", statement, at, until,
            lifted_at as "liftedAt"
          from account_suspensions s join accounts a on a.id = s.by_id
          where s.account_id = asked.id order by at desc limit 20) s`.execute(kysely);
      return rows;
    },
    async listNotes(ids) {
      if (ids.length === 0) return [];
      const { rows } = await sql<AccountNote>`
        select n.* from unnest(${[...ids]}::bigint[]) as asked (id), lateral (
          select n.account_id as "accountId", a.username as by, text, at
          from desk_notes n join accounts a on a.id = n.by_id
          where n.account_id = asked.id order by at desc limit 20) n`.execute(kysely);
      return rows;
    },
    async statementOf(accountId) {
      const { rows } = await sql<{ statement: string }>`
        select statement from account_suspensions where account_id = ${accountId} and lifted_at is null
        order by at desc limit 1`.execute(kysely);
      return rows[0]?.statement;
    },
  };
}
