import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';

/** Open cases, and the oldest of each kind: their deadlines differ. */
interface WaitingCases {
  readonly open: number;
  readonly urgentSince: Date | null;
  readonly calmSince: Date | null;
}

interface Waiting {
  readonly open: number;
  readonly oldestDueAt: Date | null;
}

/** How much waits in the queues of moderators and of staff who look after models. */
export interface QueueStore {
  /** Cases of reports, each once; and appeals, also those of complaints. */
  readModeration(): Promise<{ readonly live: WaitingCases; readonly appeal: Waiting }>;
  /** Pictures and texts; and people who show who they are. */
  readReviews(): Promise<{ readonly media: Waiting; readonly identity: Waiting }>;
  /** Median decision time in seconds of the cases decided since then; null if none was. */
  readMedianAnswer(since: Date): Promise<number | null>;
}

const NO_CLOCK = sql`null::timestamptz as "oldestDueAt"`;

export const makeQueueStore = ({ kysely }: Pick<Database, 'kysely'>): QueueStore => ({
  async readModeration() {
    const [cases, appeals] = await Promise.all([
      sql<WaitingCases>`select count(*)::int as open, min(since) filter (where is_urgent) as "urgentSince",
          min(since) filter (where not is_urgent) as "calmSince"
        from (select min(created_at) as since, bool_or(is_urgent) as is_urgent
          from reports where state = 'received' group by kind, target) cases`.execute(kysely),
      sql<Waiting>`select count(*)::int as open, min(due_at) as "oldestDueAt" from (
          select due_at from appeals where state = 'open'
          union all select due_at from complaint_appeals where state = 'open') waiting`.execute(kysely),
    ]);
    return { live: cases.rows[0]!, appeal: appeals.rows[0]! };
  },
  async readReviews() {
    const [media, identity] = await Promise.all([
      sql<Waiting>`select ((select count(*) from reviews where state = 'open')
          + (select count(*) from media where status = 'review' and deleted_at is null)
          + (select count(*) from fan_logos where state = 'waiting'))::int as open, ${NO_CLOCK}`.execute(
        kysely,
      ),
      sql<Waiting>`select ((select count(*) from identity_cases where state = 'open')
          + (select count(*) from co_performer_consents where state = 'pending'))::int as open,
        ${NO_CLOCK}`.execute(kysely),
    ]);
    return { media: media.rows[0]!, identity: identity.rows[0]! };
  },
  async readMedianAnswer(since) {
    const { rows } = await sql<{ seconds: number | null }>`
      select round(percentile_cont(0.5) within group (order by extract(epoch from decided_at - came_at)))::int
        as seconds
      from (select min(created_at) as came_at, decided_at from reports
        where decided_at >= ${since} group by kind, target, decided_at) cases`.execute(kysely);
    return rows[0]!.seconds;
  },
});
