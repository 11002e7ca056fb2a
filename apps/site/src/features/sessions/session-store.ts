import { createHash } from 'node:crypto';
import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';
import { type Account, accountOf } from '../identity/index.ts';

export interface SessionStore {
  open(session: {
    readonly token: string;
    readonly accountId: AccountId;
    readonly userAgent: string;
    readonly address: string;
    readonly seconds: number;
  }): Promise<Uuid>;
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
  /** A password was given: opens what needs one for so long; answers until when. */
  openSudo(hash: Buffer, seconds: number): Promise<Date>;
  end(hash: Buffer): Promise<void>;
  /** Public ids of the sessions that an account has open. */
  listIds(accountId: AccountId): Promise<Uuid[]>;
  /** Forgets sessions whose time is over, at most 1,000; answers their public ids. */
  endExpired(): Promise<Uuid[]>;
  /** Ends all sessions of an account; answers their public ids. */
  endAll(accountId: AccountId): Promise<Uuid[]>;
}

/** How long a password just given opens what needs one (condition +sudo). */
export const SUDO_SECONDS = 15 * 60;

const EXPIRE_BATCH = 1_000;

/** What is kept of a cookie. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export function makeSessionStore({ kysely }: Database): SessionStore {
  return {
    async open({ token, accountId, userAgent, address, seconds }) {
      const id = uuidv7();
      await sql`
        insert into sessions (id_hash, public_id, account_id, user_agent, address, expires_at, sudo_until)
        values (${hashOfToken(token)}, ${id}, ${accountId}, ${userAgent.slice(0, 300)}, ${address},
          now() + make_interval(secs => ${seconds}), now() + make_interval(secs => ${SUDO_SECONDS}))`.execute(
        kysely,
      );
      return id;
    },
    async find(token) {
      const hash = hashOfToken(token);
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
    async endAll(accountId) {
      const { rows } = await sql<{ public_id: Uuid }>`
        delete from sessions where account_id = ${accountId} returning public_id`.execute(kysely);
      return rows.map((row) => row.public_id);
    },
  };
}
