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
  find(
    token: string,
  ): Promise<{ readonly id: Uuid; readonly hash: Buffer; readonly account: Account } | undefined>;
  end(hash: Buffer): Promise<void>;
  /** Ends all sessions of an account; answers their public ids. */
  endAll(accountId: AccountId): Promise<Uuid[]>;
}

/** What is kept of a cookie. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export function makeSessionStore({ kysely }: Database): SessionStore {
  return {
    async open({ token, accountId, userAgent, address, seconds }) {
      const id = uuidv7();
      await sql`
        insert into sessions (id_hash, public_id, account_id, user_agent, address, expires_at)
        values (${hashOfToken(token)}, ${id}, ${accountId}, ${userAgent.slice(0, 300)}, ${address},
          now() + make_interval(secs => ${seconds}))`.execute(kysely);
      return id;
    },
    async find(token) {
      const hash = hashOfToken(token);
      const { rows } = await sql<Parameters<typeof accountOf>[0] & { session_id: Uuid; is_stale: boolean }>`
        select a.*, s.public_id as session_id, s.last_seen_at < now() - interval '5 minutes' as is_stale
        from sessions s join accounts a on a.id = s.account_id
        where s.id_hash = ${hash} and s.expires_at > now()`.execute(kysely);
      const row = rows[0];
      if (!row) return undefined;
      if (row.is_stale)
        await sql`update sessions set last_seen_at = now() where id_hash = ${hash}`.execute(kysely);
      return { id: row.session_id, hash, account: accountOf(row) };
    },
    async end(hash) {
      await sql`delete from sessions where id_hash = ${hash}`.execute(kysely);
    },
    async endAll(accountId) {
      const { rows } = await sql<{ public_id: Uuid }>`
        delete from sessions where account_id = ${accountId} returning public_id`.execute(kysely);
      return rows.map((row) => row.public_id);
    },
  };
}
