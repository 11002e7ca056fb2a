import { type Log, uuidv7 } from '@klieg/kernel';
import { fromKysely, PgBoss } from 'pg-boss';
import { type Database, JOBS_SCHEMA, listenTo, type Transaction } from '../postgres/index.ts';

/** Work that must happen once, later or elsewhere, and again when it fails. */
export interface JobQueue {
  /** Names jobs that are queued within transactions; `ready` creates their queue before the first of them. */
  expect(name: string): void;
  /** Makes the queues that are expected: a transaction that had to wait for it would hold a second connection. */
  ready(): Promise<void>;
  /**
   * Queues a job. With a key at most one is waiting; a repeat does nothing. Within a transaction it exists exactly when
   * that is committed.
   */
  enqueue(
    name: string,
    data: object,
    options?: { readonly key?: string; readonly within?: Transaction },
  ): Promise<void>;
  /**
   * Does the jobs of a name, one at a time on each node; a rejection is tried again with growing waits, and what a
   * node had begun when it died within two minutes.
   */
  work<T extends object>(name: string, handle: (data: T) => Promise<void>): Promise<void>;
  /** Waits for running jobs, a few seconds at most. */
  stop(): Promise<void>;
}

const RETRIES_MAX = 5;
const RETRY_SECONDS = 30;
const STOP_MS = 3_000;
/** Taken at a time. */
const BATCH = 50;
/** Jobs due at once are announced; the queue is polled for retries and missed announcements. */
const ASK_SECONDS = 15;
/** A node says twice in this time that it is still at its jobs; those of one that is gone are tried again. */
const HEARTBEAT_SECONDS = 20;
/** Between two looks for jobs of nodes that are gone. */
const LOOK_SECONDS = 20;
/** Settings that queues of older versions lack. */
const LATER_SETTINGS = { notify: true, heartbeatSeconds: HEARTBEAT_SECONDS } as const;

/** Starts the queue in the database itself, so that a crash loses nothing. */
export async function startJobQueue(database: Database, log: Log): Promise<JobQueue> {
  const boss = new PgBoss({
    schema: JOBS_SCHEMA,
    // Its tables are made with the migrations, by the role that owns them; this one may change none.
    migrate: false,
    reindex: false,
    superviseIntervalSeconds: LOOK_SECONDS,
    monitorIntervalSeconds: LOOK_SECONDS,
    // The queue brings its own statements; they go through the product's own connections.
    db: {
      executeSql: database.pool.query.bind(database.pool) as never,
      // Every node hears of a job as soon as it is committed.
      listen: (channel: string, onMessage: (payload: string) => void, onConnected: () => void) =>
        listenTo(database, channel, { onMessage, onConnected, log }),
    } as never,
    useListenNotify: true,
  });
  boss.on('error', (err) => log.error({ err }, 'the job queue failed'));
  await boss.start();
  const known = new Set<string>();
  const expected = new Set<string>();
  const ensure = async (name: string): Promise<void> => {
    if (known.has(name)) return;
    await boss.createQueue(name, {
      policy: 'short',
      retryLimit: RETRIES_MAX,
      retryDelay: RETRY_SECONDS,
      retryBackoff: true,
      ...LATER_SETTINGS,
    });
    // One that an older version has made.
    const made = await boss.getQueue(name);
    if (!made?.notify || made.heartbeatSeconds !== HEARTBEAT_SECONDS)
      await boss.updateQueue(name, LATER_SETTINGS);
    // The library reads a queue's settings once, by a statement of its own, before it adds or fetches a job.
    await boss.findJobs(name, { id: uuidv7() });
    known.add(name);
  };
  return {
    expect: (name) => void expected.add(name),
    async ready() {
      for (const name of expected) await ensure(name);
    },
    async enqueue(name, data, { key, within } = {}) {
      await ensure(name);
      await boss.send(name, data, {
        // The policy keeps one waiting job per key, and one for all without a key.
        singletonKey: key ?? uuidv7(),
        ...(within && { db: fromKysely(within) }),
      });
    },
    async work(name, handle) {
      await ensure(name);
      await boss.work(name, { batchSize: BATCH, notifyPollingIntervalSeconds: ASK_SECONDS }, async (jobs) => {
        for (const job of jobs) {
          try {
            await handle(job.data as never);
          } catch (err) {
            // A failed job is retried automatically; the others of the batch are done.
            log.warn({ err, job: name }, 'a job failed');
            await boss.fail(name, job.id, { message: String(err).slice(0, 200) });
          }
        }
      });
    },
    stop: () => boss.stop({ graceful: true, timeout: STOP_MS, close: false }),
  };
}
