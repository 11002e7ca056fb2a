import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';

/** A reported thing or a complaint in the monthly report: no name, no text, no address. */
export interface MonthlyCase {
  readonly source: 'report' | 'complaint';
  readonly number: string;
  readonly kind: string;
  readonly reason: string;
  readonly receivedAt: Date;
  readonly isUrgent: boolean;
  readonly decidedAt: Date | null;
  readonly state: string;
  readonly action: string | null;
}

/** Everything that was flagged in a month, oldest first. */
export interface MonthlyStore {
  /** @param from first moment of the month @param to first moment of the next */
  list(from: Date, to: Date): Promise<MonthlyCase[]>;
}

export const makeMonthlyStore = ({ kysely }: Pick<Database, 'kysely'>): MonthlyStore => ({
  async list(from, to) {
    const { rows } = await sql<MonthlyCase>`
      select 'report' as source, id::text as number, kind, reason, created_at as "receivedAt", is_urgent as "isUrgent",
        decided_at as "decidedAt", state, action
      from reports where created_at >= ${from} and created_at < ${to}
      union all
      select 'complaint', number::text, kind, relation, created_at, kind in ('illegal', 'take_it_down'), decided_at,
        case when outcome is null or state = 'appealed' then state when outcome = 'removed' then 'actioned'
          else 'dismissed' end, outcome
      from complaints where created_at >= ${from} and created_at < ${to}
      order by "receivedAt", number`.execute(kysely);
    return rows;
  },
});
