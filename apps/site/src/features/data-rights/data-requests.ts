import { ANSWER_DAYS, DELETION_DAYS, EXPORT_HOURS } from '@klieg/contract/features/data-rights/limits';
import { type AccountId, AppError, type Clock, type Log, type Uuid, uuidv7 } from '@klieg/kernel';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@klieg/kernel/time';
import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Metrics } from '../../platform/metrics/index.ts';
import type { Database } from '../../platform/postgres/index.ts';
import type { DataMailer } from './data-mailer.ts';
import { type DeletionSight, refusesRequest } from './deletion-rules.ts';
import type { Deletion, DeletionsStore } from './deletions-store.ts';
import type { ExportsStore } from './exports-store.ts';
import { type Archives, TRIES_MAX } from './make-archive.ts';

const JOB = 'data-exports';
/** One that nobody worked on for this long may have lost its job. */
const LOST_MS = 10 * MINUTE_MS;

interface Deps {
  readonly database: Pick<Database, 'kysely'>;
  readonly exports: ExportsStore;
  readonly deletions: DeletionsStore;
  readonly archives: Archives;
  readonly jobs: JobQueue;
  readonly mails: DataMailer;
  readonly sightOf: (accountId: AccountId) => Promise<DeletionSight>;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** What people ask for: an archive at most once a day, and the end of their account. */
export function makeDataRequests(deps: Deps) {
  const { exports, deletions, jobs, clock, archives } = deps;
  jobs.expect(JOB);
  const late = deps.metrics.gauge({
    name: 'klieg_data_requests_overdue',
    help: 'Requests for own data or for its end that were not answered in time',
    labelNames: ['kind'],
  });

  const make = async (id: Uuid): Promise<void> => {
    try {
      await archives.make(id);
    } catch (error) {
      if ((await exports.countTry(id)) < TRIES_MAX) throw error;
      deps.log.error({ err: error, export: id }, 'an archive of somebody’s data could not be made');
      await archives.fail(id);
    }
  };

  return {
    work: () => jobs.work<{ readonly id: Uuid }>(JOB, ({ id }) => make(id)),
    /** @throws identity.export_running */
    requestExport: (accountId: AccountId): Promise<Uuid> =>
      deps.database.kysely.transaction().execute(async (within) => {
        const now = clock.now();
        const newest = await exports.findNewest(accountId, within);
        if (newest?.state === 'making') throw new AppError('identity.export_running');
        if (newest?.state === 'ready' && now - newest.askedAt.getTime() < DAY_MS) return newest.id;
        const asked = { id: uuidv7(now), accountId, askedAt: new Date(now) };
        const id = await exports.add({ ...asked, dueAt: new Date(now + EXPORT_HOURS * HOUR_MS) }, within);
        if (!id) throw new AppError('identity.export_running');
        await jobs.enqueue(JOB, { id }, { key: id, within });
        return id;
      }),
    /** Queues a new job for exports whose job was lost. */
    async findLost(): Promise<void> {
      for (const id of await exports.listWaiting(new Date(clock.now() - LOST_MS)))
        await jobs.enqueue(JOB, { id }, { key: id });
    },
    async removeExpired(): Promise<void> {
      for (const id of await exports.listExpired(new Date(clock.now()))) await archives.remove(id);
    },
    /** @throws identity.balance_open */
    async requestDeletion(accountId: AccountId, reason: string): Promise<Deletion> {
      if (refusesRequest(await deps.sightOf(accountId))) throw new AppError('identity.balance_open');
      const now = clock.now();
      const askedAt = new Date(now);
      const deleteAt = new Date(now + DELETION_DAYS * DAY_MS);
      const answerBy = new Date(now + ANSWER_DAYS * DAY_MS);
      return deps.database.kysely.transaction().execute(async (within) => {
        const asked = { id: uuidv7(now), accountId, reason, askedAt, deleteAt, answerBy };
        const { deletion, isNew } = await deletions.add(asked, within);
        if (isNew)
          await deps.mails.later(accountId, { code: 'deletion_asked', day: deleteAt.toISOString() }, within);
        return deletion;
      });
    },
    /** Logs what was not answered in time, each once, and updates the metrics. */
    async tellLate(): Promise<void> {
      const now = new Date(clock.now());
      late.set({ kind: 'export' }, await exports.countLate(now));
      late.set({ kind: 'deletion' }, await deletions.countLate(now));
      for (const { id, dueAt } of await exports.takeLate(now))
        deps.log.error({ export: id, dueAt }, 'a request for own data is overdue');
      for (const { id, answerBy } of await deletions.takeLate(now))
        deps.log.error({ deletion: id, answerBy }, 'a request to delete an account is overdue');
    },
  };
}
export type DataRequests = ReturnType<typeof makeDataRequests>;
