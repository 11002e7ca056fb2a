import type { Uuid } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';
import type { HadShow } from '../ratings/index.ts';
import { type ListPastShows, SHOW_SHARE_PERCENT } from '../shows/index.ts';

interface Row {
  readonly id: Uuid;
  readonly username: string;
  readonly began_at: Date;
  readonly seconds: number;
  readonly tokens: number;
  readonly has_recording: boolean;
}

/** Ticket shows that are over: one's own tickets, and the shows that one gave. */
export const makeListPastTickets =
  ({ kysely }: Pick<Database, 'kysely'>): ListPastShows =>
  async (accountId, { before, limit }) => {
    const { rows } = await sql<Row>`
      with past as (
        select s.show_id id, s.room_id other_id, s.started_at began_at, (t.watched_ms / 1000)::int seconds,
          case t.state when 'paid' then t.price else 0 end + coalesce(r.price, 0) tokens, r.price is not null has_recording
        from tickets t join ticket_shows s using (show_id)
        left join ticket_recordings r on r.show_id = s.show_id and r.account_id = t.account_id and r.state = 'paid'
        where t.account_id = ${accountId} and t.state <> 'held' and s.started_at is not null
        union all
        select s.show_id, s.room_id, s.started_at, (s.delivered_ms / 1000)::int, coalesce((
          select sum(floor(price * ${SHOW_SHARE_PERCENT}::int / 100.0)) from (
            select price from tickets t where t.show_id = s.show_id and t.state = 'paid' union all
            select price from ticket_recordings r where r.show_id = s.show_id and r.state = 'paid') paid
          ), 0)::int, exists (select from ticket_recordings r where r.show_id = s.show_id and r.state = 'paid')
        from ticket_shows s where s.room_id = ${accountId} and s.state = 'settled'
      )
      select past.*, a.username from past join accounts a on a.id = past.other_id
      where ${before?.at ?? null}::timestamptz is null
        or (began_at, past.id) < (${before?.at ?? null}::timestamptz, ${before?.id ?? null}::uuid)
      order by began_at desc, past.id desc limit ${limit}`.execute(kysely);
    return rows.map((row) => ({
      showId: row.id,
      kind: 'limited' as const,
      username: row.username,
      startedAt: row.began_at,
      durationSeconds: row.seconds,
      tokens: row.tokens,
      recordingId: row.has_recording ? row.id : null,
    }));
  };

/** Whether somebody had a picture by a ticket, which was not given back, of a show that ended within 24 hours (S314). */
export const makeHadTicket =
  ({ kysely }: Pick<Database, 'kysely'>): HadShow =>
  async (person, model) => {
    const { rows } = await sql<{ had: boolean }>`
      select exists (
        select from tickets t join ticket_shows s using (show_id)
        where t.account_id = ${person} and s.room_id = ${model} and t.state <> 'returned' and t.watched_ms > 0
          and s.ended_at > clock_timestamp() - interval '24 hours'
      ) had`.execute(kysely);
    return rows[0]!.had;
  };
