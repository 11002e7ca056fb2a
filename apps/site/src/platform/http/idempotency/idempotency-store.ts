import { createHash } from 'node:crypto';
import type { Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../postgres/index.ts';

export interface StoredAnswer {
  readonly httpStatus: number;
  readonly body: string;
}

/** What a key means now: ours to run, running elsewhere, decided, or used for something else. */
export type Claim =
  | { readonly kind: 'claimed' }
  | { readonly kind: 'in_flight' }
  | { readonly kind: 'answered'; readonly answer: StoredAnswer }
  | { readonly kind: 'reused' };

export interface IdempotencyStore {
  /** What was decided under a key for a request of this digest. */
  find(scope: string, key: Uuid, digest: Buffer): Promise<StoredAnswer | undefined>;
  claim(scope: string, key: Uuid, digest: Buffer): Promise<Claim>;
  /** Stores the decision; a crash before leaves the claim to run out after `CLAIM_SECONDS`. */
  answer(scope: string, key: Uuid, answer: StoredAnswer): Promise<void>;
  /** Gives the key back: nothing was decided. */
  release(scope: string, key: Uuid): Promise<void>;
  /** Forgets answers older than a day. */
  prune(): Promise<number>;
}

/** A claim whose process died may be taken over after this; the effect itself is keyed in the ledger. */
const CLAIM_SECONDS = 20;

/** Digest of method, path and canonical body. */
export const digestOf = (method: string, path: string, body: unknown): Buffer =>
  createHash('sha256')
    .update(`${method} ${path}\n${JSON.stringify(canonical(body))}`)
    .digest();

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, canonical(item)]),
  );
}

interface Row {
  readonly digest: Buffer;
  readonly http_status: number | null;
  readonly body: string | null;
  readonly is_mine: boolean;
}

export function makeIdempotencyStore({ kysely }: Database): IdempotencyStore {
  return {
    async find(scope, key, digest) {
      const { rows } = await sql<StoredAnswer>`
        select http_status as "httpStatus", coalesce(body, '') as body from idempotent_answers
        where scope = ${scope} and key = ${key} and digest = ${digest} and http_status is not null`.execute(
        kysely,
      );
      return rows[0];
    },
    async claim(scope, key, digest) {
      const claimed = await sql<Row>`
        insert into idempotent_answers as a (scope, key, digest) values (${scope}, ${key}, ${digest})
        on conflict (scope, key) do update set claimed_at = now()
          where a.http_status is null and a.digest = excluded.digest
            and a.claimed_at < now() - make_interval(secs => ${CLAIM_SECONDS})
        returning digest, http_status, body, true as is_mine`.execute(kysely);
      if (claimed.rows.length > 0) return { kind: 'claimed' };
      const found = await sql<Row>`
        select digest, http_status, body, false as is_mine from idempotent_answers
        where scope = ${scope} and key = ${key}`.execute(kysely);
      const row = found.rows[0];
      // Released between the two statements: somebody else's refusal; the client may try again.
      if (!row) return { kind: 'in_flight' };
      if (!row.digest.equals(digest)) return { kind: 'reused' };
      if (row.http_status === null) return { kind: 'in_flight' };
      return { kind: 'answered', answer: { httpStatus: row.http_status, body: row.body ?? '' } };
    },
    async answer(scope, key, { httpStatus, body }) {
      await sql`update idempotent_answers set http_status = ${httpStatus}, body = ${body}
        where scope = ${scope} and key = ${key} and http_status is null`.execute(kysely);
    },
    async release(scope, key) {
      await sql`delete from idempotent_answers
        where scope = ${scope} and key = ${key} and http_status is null`.execute(kysely);
    },
    async prune() {
      const gone =
        await sql`delete from idempotent_answers where claimed_at < now() - interval '25 hours'`.execute(
          kysely,
        );
      return Number(gone.numAffectedRows ?? 0);
    },
  };
}
