import { type AccountId, randomToken } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';
import type { Place, SiteCaller } from './caller.ts';
import { hashOfToken } from './session-store.ts';

/** Life of a node token in milliseconds (W5). */
export const NODE_TOKEN_MS = 60_000;

/** Whom a token stands for, and for which room; without a room it opens the lobby. */
export interface TokenHolder {
  readonly accountId: AccountId | null;
  readonly guestId: string | null;
  readonly sessionId: string;
  readonly room: string | null;
  /** Where the page was loaded from; a socket says nothing of it. */
  readonly place: Place;
}

export interface NodeTokenStore {
  issue(caller: SiteCaller, room: string | null): Promise<string>;
  /** Takes the token: a second use finds nothing, nor does one whose login session has ended. */
  redeem(token: string): Promise<TokenHolder | undefined>;
  prune(): Promise<void>;
}

export function makeNodeTokenStore({ kysely }: Database): NodeTokenStore {
  return {
    async issue(caller, room) {
      const token = `nt_${randomToken(24)}`;
      const isGuest = caller.account === null;
      await sql`
        insert into node_tokens (token_hash, account_id, guest_id, session_id, room, country, state, expires_at)
        values (${hashOfToken(token)}, ${caller.account?.id ?? null}, ${caller.guestId},
          ${isGuest ? null : caller.sessionId}, ${room}, ${caller.country}, ${caller.state},
          now() + make_interval(secs => ${NODE_TOKEN_MS / 1000}))`.execute(kysely);
      return token;
    },
    async redeem(token) {
      const { rows } = await sql<{
        account_id: AccountId | null;
        guest_id: string | null;
        session_id: string | null;
        room: string | null;
        country: string | null;
        state: string | null;
        is_fresh: boolean;
      }>`delete from node_tokens where token_hash = ${hashOfToken(token)}
        returning account_id, guest_id, session_id, room, country, state, expires_at > now() and (session_id is null or exists (
          select from sessions s where s.public_id = session_id and s.expires_at > now())) as is_fresh`.execute(
        kysely,
      );
      const row = rows[0];
      if (!row?.is_fresh) return undefined;
      return {
        accountId: row.account_id,
        guestId: row.guest_id,
        sessionId: row.session_id ?? `g${row.guest_id}`,
        room: row.room,
        place: { country: row.country, state: row.state },
      };
    },
    async prune() {
      await sql`delete from node_tokens where expires_at < now()`.execute(kysely);
    },
  };
}
