import type { TermAction, TermScope } from '@klieg/contract';
import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** A term that staff does not allow. */
export interface KeptTerm {
  readonly id: Uuid;
  readonly term: string;
  readonly action: TermAction;
  readonly scope: TermScope;
  readonly by: string | null;
  readonly addedAt: Date;
}

export interface TermStore {
  /** By their words. */
  list(within?: Transaction): Promise<KeptTerm[]>;
  /** Adding the same words in the same place changes their action. */
  add(
    within: Transaction,
    term: Pick<KeptTerm, 'term' | 'action' | 'scope' | 'addedAt'> & {
      readonly words: string;
      readonly byId: AccountId;
    },
  ): Promise<void>;
  /** @returns the terms that were there */
  remove(within: Transaction, ids: readonly Uuid[]): Promise<KeptTerm[]>;
}

export const makeTermStore = ({ kysely }: Pick<Database, 'kysely'>): TermStore => ({
  async list(within) {
    const { rows } = await sql<KeptTerm>`
      select t.id, t.term, t.action, t.scope, a.username as by, t.added_at as "addedAt"
      from banned_terms t left join accounts a on a.id = t.by_id order by t.words, t.scope`.execute(
      within ?? kysely,
    );
    return rows;
  },
  async add(within, { term, words, action, scope, byId, addedAt }) {
    await sql`insert into banned_terms (id, term, words, action, scope, by_id, added_at)
      values (${uuidv7()}, ${term}, ${words}, ${action}, ${scope}, ${byId}, ${addedAt})
      on conflict (scope, words) do update set term = excluded.term, action = excluded.action,
        by_id = excluded.by_id, added_at = excluded.added_at`.execute(within);
  },
  async remove(within, ids) {
    const { rows } = await sql<KeptTerm>`
      delete from banned_terms where id = any(${[...ids]}::uuid[])
      returning id, term, action, scope, null::text as by, added_at as "addedAt"`.execute(within);
    return rows;
  },
});
