import { createHmac } from 'node:crypto';
import { MINUTE_MS } from '@klieg/kernel/time';
import { sql } from 'kysely';
import type { Database } from '../../postgres/index.ts';

/** A bucket after somebody took from it. */
export interface SharedBucket {
  /** Calls that are left, including fractions. */
  readonly level: number;
  readonly isAllowed: boolean;
}

/** Token buckets that all nodes of a site share. */
export interface RateStore {
  /** Takes one call out of a bucket that holds `limit` and is filled again within a minute, or within `periodMs`. */
  take(bucket: string, limit: number, nowMs: number, periodMs?: number): Promise<SharedBucket>;
  /** Puts one call back that was taken. */
  giveBack(bucket: string, limit: number): Promise<void>;
  /** Forgets buckets that are full again, and the oldest beyond `BUCKETS_MAX`. */
  prune(nowMs: number): Promise<number>;
}

/** More than honest people need in a minute; strangers with many addresses fill no disk. */
const BUCKETS_MAX = 100_000;

interface Row {
  readonly level: number;
  readonly is_allowed: boolean;
}

/** Buckets in PostgreSQL under a keyed digest of their name. */
export function makeRateStore({ kysely }: Database, secret: Uint8Array): RateStore {
  const keyOf = (bucket: string): Buffer => createHmac('sha256', secret).update(bucket).digest();
  return {
    async take(bucket, limit, nowMs, periodMs = MINUTE_MS) {
      // What the bucket holds now; nodes' clocks may differ a little, and time never runs back.
      const filled = sql`least(${limit}::float8,
        b.level + greatest(0, ${nowMs}::bigint - b.touched_ms) * ${limit / periodMs}::float8)`;
      const { rows } = await sql<Row>`
        insert into rate_buckets as b (key, level, is_allowed, touched_ms, period_ms)
        values (${keyOf(bucket)}, ${limit - 1}, true, ${nowMs}, ${periodMs})
        on conflict (key) do update set
          level = ${filled} - case when ${filled} >= 1 then 1 else 0 end,
          is_allowed = ${filled} >= 1,
          touched_ms = greatest(b.touched_ms, excluded.touched_ms)
        returning level, is_allowed`.execute(kysely);
      return { level: rows[0]!.level, isAllowed: rows[0]!.is_allowed };
    },
    async giveBack(bucket, limit) {
      await sql`update rate_buckets set level = least(${limit}::float8, level + 1) where key = ${keyOf(bucket)}`.execute(
        kysely,
      );
    },
    async prune(nowMs) {
      const full = await sql`delete from rate_buckets
        where touched_ms < ${nowMs - MINUTE_MS} and touched_ms < ${nowMs}::bigint - period_ms`.execute(
        kysely,
      );
      const beyond = await sql`delete from rate_buckets where key in
        (select key from rate_buckets order by touched_ms desc offset ${BUCKETS_MAX})`.execute(kysely);
      return Number(full.numAffectedRows ?? 0) + Number(beyond.numAffectedRows ?? 0);
    },
  };
}
