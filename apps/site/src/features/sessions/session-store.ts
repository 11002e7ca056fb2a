import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { sha256 } from '@klieg/kernel/secrets';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import { type Account, accountOf } from '../identity/index.ts';

/** A log-in as its owner may know it. */
export interface OpenSession {
  readonly id: Uuid;
  readonly userAgent: string;
  readonly country: string | null;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

export interface SessionStore {
  open(session: {
    readonly token: string;
    readonly accountId: AccountId;
    readonly userAgent: string;
    readonly address: string;
    readonly country: string | null;
    readonly seconds: number;
    /** Opens it only while this is still the account's password; absent: whatever the password is. */
    readonly whilePasswordIs?: string;
    /** Nothing was proven now: what needs a password stays shut. */
    readonly isWithoutSudo?: true;
    /** What follows from it by the same transaction. */
    readonly onOpened?: (within: Transaction) => Promise<void>;
  }): Promise<Uuid | undefined>;
  /** The session of a cookie with its account, unless it has expired. */
  find(token: string): Promise<
    | {
        readonly id: Uuid;
        readonly hash: Buffer;
        readonly account: Account;
        /** Unix milliseconds; 0: never. */
        readonly sudoUntil: number;
      }
    | undefined
  >;
  /** A password was given: opens what needs one for this long. @returns until when */
  openSudo(hash: Buffer, seconds: number): Promise<Date>;
  end(hash: Buffer): Promise<void>;
  /** Public ids of the sessions that an account has open. */
  listIds(accountId: AccountId): Promise<Uuid[]>;
  /** Forgets sessions whose time is over, at most 1,000; answers their public ids. */
  endExpired(): Promise<Uuid[]>;
  /** The open log-ins of an account, the one seen last first. */
  list(accountId: AccountId): Promise<OpenSession[]>;
  /** Ends one session of an account; false if it has none of this id. */
  endOne(accountId: AccountId, id: Uuid): Promise<boolean>;
  /**
   * Ends all sessions of an account except the given one; returns their public ids.
   * @param within the transaction of what made them invalid; absent: one of its own
   */
  endAll(accountId: AccountId, kept?: Uuid, within?: Transaction): Promise<Uuid[]>;
}

/** How long a password just given opens what needs one (condition +sudo). */
export const SUDO_SECONDS = 15 * 60;

const EXPIRE_BATCH = 1_000;
const LISTED_MAX = 100;

export function makeSessionStore({ kysely }: Database): SessionStore {
  return {
    async open({
      token,
      accountId,
      userAgent,
      address,
      country,
      seconds,
      whilePasswordIs = null,
      isWithoutSudo,
      onOpened,
    }) {
      const id = uuidv7();
      // The row of the account is locked: of a log-in and a change of the password at the same moment the
      // later one sees the earlier, so no session with the old password outlives the change.
      const insert = sql`
        insert into sessions (id_hash, public_id, account_id, user_agent, address, country, expires_at, sudo_until)
        select ${sha256(token)}, ${id}, a.id, ${userAgent}, ${address}, ${country},
          now() + make_interval(secs => ${seconds}), now() + make_interval(secs => ${isWithoutSudo ? null : SUDO_SECONDS}::float8)
        from (select id from accounts where id = ${accountId}
          and (${whilePasswordIs}::text is null or password_hash = ${whilePasswordIs}) for share) a
        returning public_id`;
      if (!onOpened) return (await insert.execute(kysely)).rows.length > 0 ? id : undefined;
      return kysely.transaction().execute(async (within) => {
        if ((await insert.execute(within)).rows.length === 0) return undefined;
        await onOpened(within);
        return id;
      });
    },
    async find(token) {
      const hash = sha256(token);
      const { rows } = await sql<
        Parameters<typeof accountOf>[0] & { session_id: Uuid; is_stale: boolean; sudo_until: Date | null }
      >`
        select a.*, s.public_id as session_id, s.sudo_until, s.last_seen_at < now() - interval '5 minutes' as is_stale
        from sessions s join accounts a on a.id = s.account_id
        where s.id_hash = ${hash} and s.expires_at > now()`.execute(kysely);
      const row = rows[0];
      if (!row) return undefined;
      if (row.is_stale)
        await sql`update sessions set last_seen_at = now() where id_hash = ${hash}`.execute(kysely);
      return { id: row.session_id, hash, account: accountOf(row), sudoUntil: row.sudo_until?.getTime() ?? 0 };
    },
    async openSudo(hash, seconds) {
      const { rows } = await sql<{ sudo_until: Date }>`
        update sessions set sudo_until = now() + make_interval(secs => ${seconds})
        where id_hash = ${hash} returning sudo_until`.execute(kysely);
      return rows[0]?.sudo_until ?? new Date(0);
    },
    async end(hash) {
      await sql`delete from sessions where id_hash = ${hash}`.execute(kysely);
    },
    async listIds(accountId) {
      const { rows } = await sql<{ public_id: Uuid }>`
        select public_id from sessions where account_id = ${accountId} and expires_at > now() limit 100`.execute(
        kysely,
      );
      return rows.map((row) => row.public_id);
    },
    async endExpired() {
      const { rows } = await sql<{ public_id: Uuid }>`
        delete from sessions where id_hash in (
          select id_hash from sessions where expires_at <= now() limit ${EXPIRE_BATCH} for update skip locked)
        returning public_id`.execute(kysely);
      return rows.map((row) => row.public_id);
    },
    async list(accountId) {
      const { rows } = await sql<OpenSession>`
        select public_id as id, user_agent as "userAgent", country, created_at as "createdAt",
          last_seen_at as "lastSeenAt"
        from sessions where account_id = ${accountId} and expires_at > now()
        order by last_seen_at desc, public_id limit ${LISTED_MAX}`.execute(kysely);
      return rows;
    },
    async endOne(accountId, id) {
      const { rows } = await sql`
        delete from sessions where account_id = ${accountId} and public_id = ${id} returning 1`.execute(
        kysely,
      );
      return rows.length > 0;
    },
    async endAll(accountId, kept, within) {
      const { rows } = await sql<{ public_id: Uuid }>`
        delete from sessions where account_id = ${accountId} and public_id is distinct from ${kept ?? null}::uuid
        returning public_id`.execute(within ?? kysely);
      return rows.map((row) => row.public_id);
    },
  };
}
