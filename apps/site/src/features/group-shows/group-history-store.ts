import type { Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';
import { type ListPastShows, SHOW_SHARE_PERCENT } from '../shows/index.ts';

interface Row {
  readonly id: Uuid;
  readonly username: string;
  readonly began_at: Date;
  readonly seconds: number;
  readonly tokens: number;
}

/** Past group shows that somebody was in or gave. Several visits to one show share a line. */
export const makeListPastGroups =
  ({ kysely }: Pick<Database, 'kysely'>): ListPastShows =>
  async (accountId, { before, limit }) => {
    const { rows } = await sql<Row>`
      with past as (
        select s.show_id id, s.room_id other_id, min(m.seated_at) began_at, sum(m.duration_seconds)::int seconds,
          sum(m.tokens_charged)::int tokens
        from group_members m join group_shows s using (show_id)
        where m.account_id = ${accountId} and m.state = 'left' and m.seated_at is not null group by 1, 2
        union all
        select s.show_id, s.room_id, s.started_at, extract(epoch from s.ended_at - s.started_at)::int, coalesce((
          select sum(floor(t.final_tokens * ${SHOW_SHARE_PERCENT}::int / 100.0))
          from show_meters t where t.show_id = s.show_id and t.kind = 'group'), 0)::int
        from group_shows s where s.room_id = ${accountId} and s.state = 'ended'
      )
      select past.*, a.username from past join accounts a on a.id = past.other_id
      where ${before?.at ?? null}::timestamptz is null
        or (began_at, past.id) < (${before?.at ?? null}::timestamptz, ${before?.id ?? null}::uuid)
      order by began_at desc, past.id desc limit ${limit}`.execute(kysely);
    return rows.map((row) => ({
      showId: row.id,
      kind: 'group' as const,
      username: row.username,
      startedAt: row.began_at,
      durationSeconds: row.seconds,
      tokens: row.tokens,
      recordingId: null,
    }));
  };
