import type { AccountId, Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** Tokens that staff gives or takes; the id is that of their transfer. */
export interface Correction {
  readonly id: Uuid;
  readonly accountId: AccountId;
  /** Below 0: taken. */
  readonly tokens: number;
  readonly reason: string;
  readonly askedById: AccountId;
  readonly askedBy: string;
  readonly confirmedBy: string | null;
  readonly state: 'proposed' | 'due' | 'done' | 'refused';
  readonly at: Date;
}

export interface CorrectionStore {
  /**
   * Tokens, given and taken, that one admin alone moved for an account within a day. Further ones wait for the
   * transaction.
   */
  countAlone(transaction: Transaction, accountId: AccountId): Promise<number>;
  /** @returns false if this id exists: a repeat */
  add(
    transaction: Transaction,
    correction: Pick<Correction, 'id' | 'accountId' | 'tokens' | 'reason' | 'askedById'> & {
      readonly state: 'proposed' | 'due';
    },
  ): Promise<boolean>;
  /** Under a lock until the end of the transaction. */
  lock(transaction: Transaction, id: Uuid): Promise<Correction | undefined>;
  confirm(transaction: Transaction, id: Uuid, byId: AccountId): Promise<void>;
  find(id: Uuid): Promise<Correction | undefined>;
  settle(id: Uuid, state: 'done' | 'refused'): Promise<void>;
  /** Due moves, oldest first. */
  listDue(limit: number): Promise<Correction[]>;
  listOf(accountId: AccountId, limit: number): Promise<Correction[]>;
}

const COLUMNS = sql`
  c.id, c.account_id as "accountId", c.tokens, c.reason, c.asked_by as "askedById", a.username as "askedBy",
  b.username as "confirmedBy", c.state, c.at
  from token_corrections c join accounts a on a.id = c.asked_by left join accounts b on b.id = c.confirmed_by`;

export function makeCorrectionStore({ kysely }: Pick<Database, 'kysely'>): CorrectionStore {
  return {
    async countAlone(transaction, accountId) {
      await sql`select from accounts where id = ${accountId} for no key update`.execute(transaction);
      const { rows } = await sql<{ tokens: number }>`
        select coalesce(sum(abs(tokens)), 0)::int as tokens from token_corrections
        where account_id = ${accountId} and confirmed_by is null and state in ('due', 'done')
          and at > now() - interval '1 day'`.execute(transaction);
      return rows[0]!.tokens;
    },
    async add(transaction, { id, accountId, tokens, reason, askedById, state }) {
      const { rows } = await sql`
        insert into token_corrections (id, account_id, tokens, reason, asked_by, state)
        values (${id}, ${accountId}, ${tokens}, ${reason}, ${askedById}, ${state})
        on conflict do nothing returning 1`.execute(transaction);
      return rows.length > 0;
    },
    async lock(transaction, id) {
      const { rows } = await sql<Correction>`
        select ${COLUMNS} where c.id = ${id} for no key update of c`.execute(transaction);
      return rows[0];
    },
    async confirm(transaction, id, byId) {
      await sql`
        update token_corrections set state = 'due', confirmed_by = ${byId} where id = ${id}`.execute(
        transaction,
      );
    },
    async find(id) {
      const { rows } = await sql<Correction>`select ${COLUMNS} where c.id = ${id}`.execute(kysely);
      return rows[0];
    },
    async settle(id, state) {
      await sql`
        update token_corrections set state = ${state} where id = ${id} and state = 'due'`.execute(kysely);
    },
    async listDue(limit) {
      const { rows } = await sql<Correction>`
        select ${COLUMNS} where c.state = 'due' order by c.id limit ${limit}`.execute(kysely);
      return rows;
    },
    async listOf(accountId, limit) {
      const { rows } = await sql<Correction>`
        select ${COLUMNS} where c.account_id = ${accountId} order by c.at desc limit ${limit}`.execute(
        kysely,
      );
      return rows;
    },
  };
}
