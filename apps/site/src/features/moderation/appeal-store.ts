import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/**
 * An appeal as the list shows it, with its subject: a suspension, a ban or silence by staff, or the decision of a
 * complaint.
 */
export interface ListedAppeal {
  readonly id: Uuid;
  readonly about: 'suspension' | 'ban' | 'content';
  /** Null: a complainant, who may have no account. */
  readonly username: string | null;
  readonly text: string;
  readonly state: 'open' | 'closed';
  readonly createdAt: Date;
  readonly dueAt: Date;
  readonly decidedAt: Date;
  readonly decidedById: AccountId | null;
  readonly decidedBy: string | null;
  readonly reasonCode: string;
  readonly statement: string;
}

/** What an appeal of an account can be about: the row of its suspension, or of a ban or silence by the house. */
export type Appealed =
  | { readonly about: 'suspension'; readonly id: Uuid }
  | { readonly about: 'ban'; readonly id: Uuid };

/** An appeal with who made the decision that it is about. */
export interface KeptAppeal {
  readonly id: Uuid;
  readonly accountId: AccountId;
  readonly state: 'open' | 'closed';
  readonly of: Appealed;
  /** Null: the site by its rules, or somebody whose account is gone. */
  readonly decidedById: AccountId | null;
}

/** Appeals of decisions. */
export interface AppealStore {
  /**
   * Stores an appeal against a current decision.
   * @returns undefined if already appealed
   */
  add(
    transaction: Transaction,
    appeal: {
      readonly of: Appealed;
      readonly accountId: AccountId;
      readonly text: string;
      readonly at: Date;
      readonly dueAt: Date;
    },
  ): Promise<Uuid | undefined>;
  /** The suspension of an account that is in force. */
  suspensionOf(transaction: Transaction, accountId: AccountId): Promise<Uuid | undefined>;
  /** State of the appeal against the current suspension; undefined: none. */
  stateOf(accountId: AccountId): Promise<'open' | 'closed' | undefined>;
  /** Open ones by the time until which they have to be decided, closed ones newest first. */
  list(state: 'open' | 'closed', offset: number, limit: number): Promise<ListedAppeal[]>;
  countOpen(): Promise<number>;
  lock(transaction: Transaction, id: Uuid): Promise<KeptAppeal | undefined>;
  decide(
    transaction: Transaction,
    id: Uuid,
    decision: {
      readonly decision: 'uphold' | 'overturn';
      readonly statement: string;
      readonly byId: AccountId;
      readonly at: Date;
    },
  ): Promise<void>;
}

const LISTED = sql`
  select p.id, p.about, who.username, p.text, p.state, p.created_at as "createdAt", p.due_at as "dueAt",
    d.at as "decidedAt", d.by_id as "decidedById", coalesce(by.username, d.by_name) as "decidedBy",
    d.reason_code as "reasonCode", d.statement, p.decided_at as closed_at
  from appeals p
  join lateral (
    select at, by_id, null as by_name, reason_code, statement from account_suspensions where id = p.ref_id
    union all
    select at, by_id, by_name, reason_code, statement from house_sanctions where id = p.sanction_id) d on true
  join accounts who on who.id = p.account_id
  left join accounts by on by.id = d.by_id
  union all
  select p.id, 'content', who.username, p.text, p.state, p.created_at, p.due_at,
    -- The first decision: that of the appeal has taken its place in the complaint by the time it is closed.
    d.at, d.by_id, by.username, c.kind, d.note, p.decided_at
  from complaint_appeals p
  join complaints c on c.id = p.complaint_id
  left join accounts who on who.id = p.account_id
  join lateral (
    select at, by_id, note from complaint_deeds
    where complaint_id = c.id and action in ('remove', 'reject', 'restore', 'restored_by_law') and at <= p.created_at
    order by at desc, id desc limit 1) d on true
  left join accounts by on by.id = d.by_id`;

interface LockedAppeal extends Omit<KeptAppeal, 'of'> {
  readonly refId: Uuid | null;
  readonly sanctionId: Uuid | null;
}

export function makeAppealStore({ kysely }: Pick<Database, 'kysely'>): AppealStore {
  return {
    async add(transaction, { of, accountId, text, at, dueAt }) {
      const column = sql.ref(of.about === 'suspension' ? 'ref_id' : 'sanction_id');
      const { rows } = await sql<{ id: Uuid }>`
        insert into appeals (id, about, ${column}, account_id, text, created_at, due_at)
        values (${uuidv7(at.getTime())}, ${of.about}, ${of.id}, ${accountId}, ${text}, ${at}, ${dueAt})
        on conflict (${column}) do nothing returning id`.execute(transaction);
      return rows[0]?.id;
    },
    async suspensionOf(transaction, accountId) {
      const { rows } = await sql<{ id: Uuid }>`
        select id from account_suspensions where account_id = ${accountId} and lifted_at is null
        order by at desc limit 1`.execute(transaction);
      return rows[0]?.id;
    },
    async stateOf(accountId) {
      const { rows } = await sql<{ state: 'open' | 'closed' }>`
        select p.state from account_suspensions s join appeals p on p.ref_id = s.id
        where s.account_id = ${accountId} and s.lifted_at is null order by s.at desc limit 1`.execute(kysely);
      return rows[0]?.state;
    },
    async list(state, offset, limit) {
      const order = state === 'open' ? sql`"dueAt", id` : sql`closed_at desc, id`;
      const { rows } = await sql<ListedAppeal>`
        select * from (${LISTED}) l where state = ${state} order by ${order} limit ${limit} offset ${offset}`.execute(
        kysely,
      );
      return rows;
    },
    async countOpen() {
      const { rows } = await sql<{ n: number }>`
        select ((select count(*) from appeals where state = 'open')
          + (select count(*) from complaint_appeals where state = 'open'))::int as n`.execute(kysely);
      return rows[0]!.n;
    },
    async lock(transaction, id) {
      const { rows } = await sql<LockedAppeal>`
        select p.id, p.account_id as "accountId", p.state, p.ref_id as "refId", p.sanction_id as "sanctionId",
          coalesce(s.by_id, h.by_id) as "decidedById"
        from appeals p
        left join account_suspensions s on s.id = p.ref_id
        left join house_sanctions h on h.id = p.sanction_id
        where p.id = ${id} for update of p`.execute(transaction);
      const row = rows[0];
      if (!row) return undefined;
      const { refId, sanctionId, ...kept } = row;
      return {
        ...kept,
        of: refId ? { about: 'suspension', id: refId } : { about: 'ban', id: sanctionId! },
      };
    },
    async decide(transaction, id, { decision, statement, byId, at }) {
      await sql`update appeals set state = 'closed', decision = ${decision}, statement = ${statement},
        decided_by = ${byId}, decided_at = ${at} where id = ${id}`.execute(transaction);
    },
  };
}
