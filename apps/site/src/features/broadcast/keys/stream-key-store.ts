import { randomBytes } from 'node:crypto';
import type { AccountId } from '@klieg/kernel';
import { sha256 } from '@klieg/kernel/secrets';
import { sql } from 'kysely';
import type { Database } from '#site/platform/postgres/index.ts';

/** Keys by which encoders publish; one per model, stored only as a hash. */
export interface StreamKeyStore {
  /** Makes a key and ends the one before. @returns the key, which nobody can read again */
  rotate(accountId: AccountId): Promise<string>;
  /** Ends the key of an account; does nothing without one. */
  drop(accountId: AccountId): Promise<void>;
  /** Whose key this is. */
  findOwner(key: string): Promise<AccountId | undefined>;
  /** The end of the present key, for its owner; undefined without one. */
  findTail(accountId: AccountId): Promise<string | undefined>;
}

const KEY_BYTES = 16;
const TAIL_LENGTH = 4;

export function makeStreamKeyStore({ kysely }: Database): StreamKeyStore {
  return {
    async rotate(accountId) {
      // Letters and digits only: encoders cut keys at other characters.
      const key = `sk${randomBytes(KEY_BYTES).toString('hex')}`;
      await sql`
        insert into stream_keys (account_id, key_hash, tail)
        values (${accountId}, ${sha256(key)}, ${key.slice(-TAIL_LENGTH)})
        on conflict (account_id) do update
          set key_hash = excluded.key_hash, tail = excluded.tail, created_at = now()`.execute(kysely);
      return key;
    },
    async drop(accountId) {
      await sql`delete from stream_keys where account_id = ${accountId}`.execute(kysely);
    },
    async findOwner(key) {
      const { rows } = await sql<{ account_id: AccountId }>`
        select account_id from stream_keys where key_hash = ${sha256(key)}`.execute(kysely);
      return rows[0]?.account_id;
    },
    async findTail(accountId) {
      const { rows } = await sql<{ tail: string }>`
        select tail from stream_keys where account_id = ${accountId}`.execute(kysely);
      return rows[0]?.tail;
    },
  };
}
