import { sql } from 'kysely';
import type { Database } from '#site/platform/postgres/index.ts';

/** Days that are counted, today included. */
export const LANDING_DAYS = 30;
const TODAY = sql`(now() at time zone 'utc')::date`;

export interface LandingStore {
  /** Adds today's visits, by performer name; deleted ones are left out. */
  add(visits: ReadonlyMap<string, number>): Promise<void>;
  /** Visits of the last 30 days, by name; absent without any. */
  count(usernames: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Drops days that are no longer shown. */
  prune(): Promise<void>;
}

export const makeLandingStore = ({ kysely }: Pick<Database, 'kysely'>): LandingStore => ({
  async add(visits) {
    if (visits.size === 0) return;
    await sql`
      insert into landing_days as kept (account_id, day, visits)
      select a.id, ${TODAY}, added.visits
      from unnest(${[...visits.keys()]}::text[], ${[...visits.values()]}::bigint[]) as added (username, visits)
        join accounts a on a.username = added.username
      order by a.id
      on conflict (account_id, day) do update set visits = kept.visits + excluded.visits`.execute(kysely);
  },
  async count(usernames) {
    const { rows } = await sql<{ username: string; visits: number }>`
      select a.username, sum(l.visits)::int as visits
      from accounts a join landing_days l on l.account_id = a.id
      where a.username = any(${[...usernames]}::text[]) and l.day > ${TODAY} - ${LANDING_DAYS}::int
      group by a.username`.execute(kysely);
    return new Map(rows.map(({ username, visits }) => [username, visits]));
  },
  async prune() {
    await sql`delete from landing_days where day <= ${TODAY} - ${LANDING_DAYS}::int`.execute(kysely);
  },
});
