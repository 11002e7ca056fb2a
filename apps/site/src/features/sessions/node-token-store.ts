import { type AccountId, randomToken } from '@klieg/kernel';
import { sha256 } from '@klieg/kernel/secrets';
import { sql } from 'kysely';
import { askTogether, type Database } from '../../platform/postgres/index.ts';
import { type Account, accountOf, guestKey } from '../identity/index.ts';
import type { Place } from '../../platform/visitors/index.ts';
import type { SiteCaller } from './caller.ts';

/** Life of a node token in milliseconds (W5). */
export const NODE_TOKEN_MS = 60_000;

/** Whom a token stands for, and for which room; without a room it opens the lobby. */
export interface TokenHolder {
  /** As it was when the token was taken; null for a guest. */
  readonly account: Account | null;
  readonly guestId: string | null;
  readonly sessionId: string;
  readonly room: string | null;
  /** Where the page was loaded from; a socket does not know it. */
  readonly place: Place;
}

export interface NodeTokenStore {
  issue(caller: SiteCaller, room: string | null): Promise<string>;
  /** Takes the token: a second use finds nothing, nor does one whose login session has ended. */
  redeem(token: string): Promise<TokenHolder | undefined>;
  prune(): Promise<void>;
}

interface NewToken {
  readonly hash: Buffer;
  readonly caller: SiteCaller;
  readonly room: string | null;
}

/** A token that was taken, with all of its account's columns; those are null for a guest. */
type TakenRow = Parameters<typeof accountOf>[0] & {
  readonly token_hash: Buffer;
  readonly account_id: AccountId | null;
  readonly guest_id: string | null;
  readonly session_id: string | null;
  readonly room: string | null;
  readonly country: string | null;
  readonly state: string | null;
  readonly is_fresh: boolean;
};

function holderOf(row: TakenRow): TokenHolder | undefined {
  const isGone = row.account_id !== null && row.id === null;
  if (!row.is_fresh || isGone) return undefined;
  return {
    account: row.account_id === null ? null : accountOf(row),
    guestId: row.guest_id,
    sessionId: row.session_id ?? guestKey(row.guest_id!),
    room: row.room,
    place: { country: row.country, state: row.state },
  };
}

/** Many pages reconnect at once after an outage: keys are issued and redeemed in batches. */
export function makeNodeTokenStore({ kysely }: Database): NodeTokenStore {
  const issueMany = async (tokens: readonly NewToken[]): Promise<readonly void[]> => {
    const column = <T>(read: (token: NewToken) => T): T[] => tokens.map(read);
    await sql`
      insert into node_tokens (token_hash, account_id, guest_id, session_id, room, country, state, expires_at)
      select hash, account_id, guest_id, session_id, room, country, state,
        now() + make_interval(secs => ${NODE_TOKEN_MS / 1000})
      from unnest(${column(({ hash }) => hash)}::bytea[], ${column(({ caller }) => caller.account?.id ?? null)}::bigint[],
        ${column(({ caller }) => caller.guestId)}::text[],
        ${column(({ caller }) => (caller.account === null ? null : caller.sessionId))}::uuid[],
        ${column(({ room }) => room)}::text[], ${column(({ caller }) => caller.country)}::text[],
        ${column(({ caller }) => caller.state)}::text[])
        as given (hash, account_id, guest_id, session_id, room, country, state)`.execute(kysely);
    return tokens.map(() => undefined);
  };

  const redeemMany = async (hashes: readonly Buffer[]): Promise<readonly (TokenHolder | undefined)[]> => {
    // A token that another statement is redeeming counts as used: waiting for it could deadlock.
    const { rows } = await sql<TakenRow>`
      with taken as (
        delete from node_tokens where token_hash in (
          select token_hash from node_tokens where token_hash = any(${hashes}) for update skip locked)
        returning token_hash, account_id, guest_id, session_id, room, country, state, expires_at)
      select a.*, t.token_hash, t.account_id, t.guest_id, t.session_id, t.room, t.country, t.state,
        t.expires_at > now() and (t.session_id is null or coalesce(s.expires_at > now(), false)) as is_fresh
      from taken t left join accounts a on a.id = t.account_id
        left join sessions s on s.public_id = t.session_id`.execute(kysely);
    const taken = new Map(rows.map((row) => [row.token_hash.toString('hex'), row]));
    return hashes.map((hash) => {
      const key = hash.toString('hex');
      const row = taken.get(key);
      // Of two who came with the same token at once one gets in.
      taken.delete(key);
      return row && holderOf(row);
    });
  };

  const insert = askTogether(issueMany);
  const take = askTogether(redeemMany);
  return {
    async issue(caller, room) {
      const token = `nt_${randomToken(24)}`;
      await insert({ hash: sha256(token), caller, room });
      return token;
    },
    redeem: (token) => take(sha256(token)),
    async prune() {
      await sql`delete from node_tokens where expires_at < now()`.execute(kysely);
    },
  };
}
