import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

export interface Passkey {
  readonly id: Uuid;
  readonly accountId: AccountId;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export interface PasskeyStore {
  /** A challenge to sign; with an account it is only for a new passkey of that account. */
  openChallenge(challenge: {
    readonly challenge: string;
    readonly visitor: string;
    readonly accountId: AccountId | null;
    readonly seconds: number;
  }): Promise<Uuid>;
  /** Uses a challenge up: its text for exactly one answer. */
  takeChallenge(id: Uuid, visitor: string, accountId: AccountId | null): Promise<string | undefined>;
  findByCredential(credentialId: Buffer): Promise<Passkey | undefined>;
  /** The oldest first. */
  listOf(accountId: AccountId): Promise<readonly Passkey[]>;
  /** Undefined where the credential is known already, or the account has `most`. */
  add(
    passkey: Omit<Passkey, 'id' | 'createdAt' | 'lastUsedAt'>,
    most: number,
    within: Transaction,
  ): Promise<Uuid | undefined>;
  /** Records a signature; false if its counter is not above the last one, except for keys that do not count. */
  countUse(id: Uuid, counter: number): Promise<boolean>;
  /** @returns the name of the passkey; undefined if there is none */
  remove(accountId: AccountId, id: Uuid, within: Transaction): Promise<string | undefined>;
  removeAll(accountId: AccountId, within: Transaction): Promise<void>;
  prune(): Promise<void>;
}

const COLUMNS = sql`id, account_id as "accountId", credential_id as "credentialId", public_key as "publicKey",
  counter::float8 as counter, transports, name, created_at as "createdAt", last_used_at as "lastUsedAt"`;

export function makePasskeyStore({ kysely }: Database): PasskeyStore {
  return {
    async openChallenge({ challenge, visitor, accountId, seconds }) {
      const id = uuidv7();
      await sql`
        insert into passkey_challenges (id, account_id, visitor, challenge, expires_at)
        values (${id}, ${accountId}, ${visitor}, ${challenge}, now() + make_interval(secs => ${seconds}))`.execute(
        kysely,
      );
      return id;
    },
    async takeChallenge(id, visitor, accountId) {
      const { rows } = await sql<{ challenge: string }>`
        delete from passkey_challenges
        where id = ${id} and visitor = ${visitor} and account_id is not distinct from ${accountId}::bigint
          and expires_at > now() returning challenge`.execute(kysely);
      return rows[0]?.challenge;
    },
    async findByCredential(credentialId) {
      const { rows } = await sql<Passkey>`
        select ${COLUMNS} from passkeys where credential_id = ${credentialId}`.execute(kysely);
      return rows[0];
    },
    async listOf(accountId) {
      const { rows } = await sql<Passkey>`
        select ${COLUMNS} from passkeys where account_id = ${accountId} order by created_at, id`.execute(
        kysely,
      );
      return rows;
    },
    async add({ accountId, credentialId, publicKey, counter, transports, name }, most, within) {
      const id = uuidv7();
      const { rows } = await sql`
        insert into passkeys (id, account_id, credential_id, public_key, counter, transports, name)
        select ${id}, ${accountId}, ${credentialId}, ${publicKey}, ${counter}, ${[...transports]}, ${name}
        where (select count(*) from passkeys where account_id = ${accountId}) < ${most}
        on conflict (credential_id) do nothing returning 1`.execute(within);
      return rows.length > 0 ? id : undefined;
    },
    async countUse(id, counter) {
      const { rows } = await sql`
        update passkeys set counter = ${counter}, last_used_at = now()
        where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0)) returning 1`.execute(
        kysely,
      );
      return rows.length > 0;
    },
    async remove(accountId, id, within) {
      const { rows } = await sql<{ name: string }>`
        delete from passkeys where account_id = ${accountId} and id = ${id} returning name`.execute(within);
      return rows[0]?.name;
    },
    async removeAll(accountId, within) {
      await sql`
        with open as (delete from passkey_challenges where account_id = ${accountId})
        delete from passkeys where account_id = ${accountId}`.execute(within);
    },
    async prune() {
      await sql`delete from passkey_challenges where expires_at < now()`.execute(kysely);
    },
  };
}
