import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';
import type { ComplaintKind } from './complaint-rules.ts';

/** Outcomes of the complaints of one kind. */
export interface KindCount {
  readonly kind: ComplaintKind;
  readonly received: number;
  readonly removed: number;
  readonly rejected: number;
  readonly open: number;
  readonly late: number;
  readonly medianHours: number | null;
}

export interface TransparencyStore {
  countKinds(from: Date): Promise<KindCount[]>;
  countAppeals(from: Date): Promise<{ received: number; upheld: number; overturned: number }>;
  countCounters(from: Date): Promise<{ received: number; accepted: number; rejected: number }>;
}

export const makeTransparencyStore = ({ kysely }: Pick<Database, 'kysely'>): TransparencyStore => ({
  async countKinds(from) {
    const { rows } = await sql<KindCount>`
      select kind, count(*)::int as received, count(*) filter (where outcome = 'removed')::int as removed,
        count(*) filter (where outcome in ('rejected', 'restored'))::int as rejected,
        count(*) filter (where outcome is null)::int as open,
        count(*) filter (where alarmed_at is not null and kind <> 'illegal')::int as late,
        round((percentile_cont(0.5) within group (order by extract(epoch from decided_at - created_at))
          filter (where decided_at is not null) / 3600)::numeric, 1)::float8 as "medianHours"
      from complaints where created_at >= ${from} group by kind order by kind`.execute(kysely);
    return rows;
  },
  async countAppeals(from) {
    const { rows } = await sql<{ received: number; upheld: number; overturned: number }>`
      select count(*)::int as received, count(*) filter (where decision = 'uphold')::int as upheld,
        count(*) filter (where decision = 'overturn')::int as overturned
      from complaint_appeals where created_at >= ${from}`.execute(kysely);
    return rows[0]!;
  },
  async countCounters(from) {
    const { rows } = await sql<{ received: number; accepted: number; rejected: number }>`
      select count(*)::int as received, count(*) filter (where state in ('accepted', 'restored'))::int as accepted,
        count(*) filter (where state = 'rejected')::int as rejected
      from complaint_counters where created_at >= ${from}`.execute(kysely);
    return rows[0]!;
  },
});
