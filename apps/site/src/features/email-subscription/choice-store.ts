import type { EmailKind } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import { sha256 } from '@klieg/kernel/secrets';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { Choices } from './kind-rules.ts';

/** Whose mails a link is about, at the address that it was mailed to. */
export interface LinkedAddress {
  readonly id: AccountId;
  readonly email: string;
}

/** People's choices about their mails, and the links for changing them. */
export interface ChoiceStore {
  list(id: AccountId): Promise<Choices>;
  save(id: AccountId, choices: Choices): Promise<void>;
  /** Saves those about which nothing was chosen yet. */
  saveFirst(id: AccountId, choices: Choices, within: Transaction): Promise<void>;
  keepLink(token: string, address: LinkedAddress): Promise<void>;
  /** Undefined where the account has another address by now. */
  findLink(token: string): Promise<LinkedAddress | undefined>;
}

export function makeChoiceStore({ kysely }: Pick<Database, 'kysely'>): ChoiceStore {
  return {
    async list(id) {
      const { rows } = await sql<{ kind: EmailKind; is_wanted: boolean }>`
        select kind, is_wanted from email_choices where account_id = ${id}`.execute(kysely);
      return new Map(rows.map(({ kind, is_wanted: isWanted }) => [kind, isWanted]));
    },
    async save(id, choices) {
      if (choices.size === 0) return;
      await sql`
        insert into email_choices (account_id, kind, is_wanted)
        select ${id}, kind, is_wanted
          from unnest(${[...choices.keys()]}::text[], ${[...choices.values()]}::boolean[]) as chosen (kind, is_wanted)
        on conflict (account_id, kind) do update set is_wanted = excluded.is_wanted`.execute(kysely);
    },
    async saveFirst(id, choices, within) {
      await sql`
        insert into email_choices (account_id, kind, is_wanted)
        select ${id}, kind, is_wanted
          from unnest(${[...choices.keys()]}::text[], ${[...choices.values()]}::boolean[]) as chosen (kind, is_wanted)
        on conflict (account_id, kind) do nothing`.execute(within);
    },
    async keepLink(token, { id, email }) {
      await sql`insert into email_links (token_hash, account_id, email)
        values (${sha256(token)}, ${id}, ${email}) on conflict do nothing`.execute(kysely);
    },
    async findLink(token) {
      const { rows } = await sql<LinkedAddress>`
        select a.id, a.email from email_links l join accounts a on a.id = l.account_id
        where l.token_hash = ${sha256(token)} and lower(a.email) = lower(l.email)`.execute(kysely);
      return rows[0];
    },
  };
}
