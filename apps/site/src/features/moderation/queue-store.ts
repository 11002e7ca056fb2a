import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';

interface Waiting {
  readonly open: number;
  readonly oldestDueAt: Date | null;
}

/** How much waits in the queues of moderators and of those who look after models. */
export interface QueueStore {
  /** Cases of reports, each once; and appeals, also those of complaints. */
  readModeration(): Promise<{ readonly live: Waiting; readonly appeal: Waiting }>;
  /** Pictures and texts; and people who show who they are. */
  readReviews(): Promise<{ readonly media: Waiting; readonly identity: Waiting }>;
}

const NO_CLOCK = sql`null::timestamptz as "oldestDueAt"`;

export const makeQueueStore = ({ kysely }: Pick<Database, 'kysely'>): QueueStore => ({
  async readModeration() {
    const [cases, appeals] = await Promise.all([
      sql<Waiting>`select count(distinct (kind, target))::int as open, ${NO_CLOCK}
        from reports where state = 'received'`.execute(kysely),
      sql<Waiting>`select count(*)::int as open, min(due_at) as "oldestDueAt" from (
          select due_at from appeals where state = 'open'
          union all select due_at from complaint_appeals where state = 'open') waiting`.execute(kysely),
    ]);
    return { live: cases.rows[0]!, appeal: appeals.rows[0]! };
  },
  async readReviews() {
    const [media, identity] = await Promise.all([
      sql<Waiting>`select ((select count(*) from reviews where state = 'open')
          + (select count(*) from media where status = 'review' and deleted_at is null))::int as open, ${NO_CLOCK}`.execute(
        kysely,
      ),
      sql<Waiting>`select ((select count(*) from identity_cases where state = 'open')
          + (select count(*) from co_performer_consents where state = 'pending'))::int as open,
        ${NO_CLOCK}`.execute(kysely),
    ]);
    return { media: media.rows[0]!, identity: identity.rows[0]! };
  },
});
