import { randomToken } from '@klieg/kernel';
import { sha256 } from '@klieg/kernel/secrets';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

interface FoundKey {
  readonly usedAt: Date | null;
}

export interface OwnerKeyStore {
  /** Makes a key of 32 random bytes, stored only as a digest. */
  issue(): Promise<string>;
  /** Ends every key that nobody has used. */
  endOpen(): Promise<void>;
  /** A key as it is now. */
  find(key: string): Promise<FoundKey | undefined>;
  /** Runs with a key as it is now; others who use the same key wait until it is over. */
  inTurnOf<T>(key: string, run: (found: FoundKey | undefined, within: Transaction) => Promise<T>): Promise<T>;
  markUsed(key: string, within: Transaction): Promise<void>;
}

export const makeOwnerKeyStore = ({ kysely }: Database): OwnerKeyStore => ({
  async issue() {
    const key = randomToken(32);
    await sql`insert into owner_keys (key_hash) values (${sha256(key)})`.execute(kysely);
    return key;
  },
  async endOpen() {
    await sql`delete from owner_keys where used_at is null`.execute(kysely);
  },
  async find(key) {
    const { rows } = await sql<FoundKey>`
      select used_at as "usedAt" from owner_keys where key_hash = ${sha256(key)}`.execute(kysely);
    return rows[0];
  },
  inTurnOf: (key, run) =>
    kysely.transaction().execute(async (within) => {
      const { rows } = await sql<FoundKey>`
        select used_at as "usedAt" from owner_keys where key_hash = ${sha256(key)} for update`.execute(
        within,
      );
      return run(rows[0], within);
    }),
  async markUsed(key, within) {
    await sql`update owner_keys set used_at = now() where key_hash = ${sha256(key)}`.execute(within);
  },
});
