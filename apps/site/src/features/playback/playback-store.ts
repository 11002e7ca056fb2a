import type { PlaybackWay } from '@klieg/contract';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';

/** A count for one hour and transport. */
export interface CountRow {
  readonly hour: Date;
  readonly way: PlaybackWay;
  readonly kind: string;
  readonly bucket: number;
  readonly count: number;
}

export interface PlaybackStore {
  /** Adds to the counts of other nodes. */
  add(rows: readonly CountRow[]): Promise<void>;
  /** Counts since then, in steps of this many hours from there on. */
  read(since: Date, stepHours: number): Promise<readonly CountRow[]>;
  /** Drops what is no longer shown. */
  prune(before: Date): Promise<void>;
}

export function makePlaybackStore({ kysely }: Pick<Database, 'kysely'>): PlaybackStore {
  return {
    async add(rows) {
      if (rows.length === 0) return;
      // In the same order on all nodes, so that they cannot deadlock.
      const ordered = rows.toSorted(
        (a, b) =>
          a.hour.getTime() - b.hour.getTime() ||
          a.way.localeCompare(b.way) ||
          a.kind.localeCompare(b.kind) ||
          a.bucket - b.bucket,
      );
      await sql`
        insert into playback_counts (hour, way, kind, bucket, count)
        select * from unnest(${ordered.map(({ hour }) => hour)}::timestamptz[], ${ordered.map(({ way }) => way)}::text[],
          ${ordered.map(({ kind }) => kind)}::text[], ${ordered.map(({ bucket }) => bucket)}::smallint[],
          ${ordered.map(({ count }) => count)}::bigint[])
        on conflict (hour, way, kind, bucket) do update set count = playback_counts.count + excluded.count`.execute(
        kysely,
      );
    },
    async read(since, stepHours) {
      const { rows } = await sql<CountRow>`
        select date_bin(${`${stepHours} hours`}::interval, hour, ${since}) as hour, way, kind, bucket,
          sum(count)::float8 as count
        from playback_counts where hour >= ${since} group by 1, 2, 3, 4`.execute(kysely);
      return rows;
    },
    async prune(before) {
      await sql`delete from playback_counts where hour < ${before}`.execute(kysely);
    },
  };
}
