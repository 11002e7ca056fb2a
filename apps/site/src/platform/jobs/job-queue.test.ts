import { silentLog } from '@klieg/kernel';
import { makeLog } from '@klieg/log';
import { eventually } from '@klieg/testing/eventually';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useTestDatabase } from '../postgres/testing.ts';
import { type JobQueue, startJobQueue } from './job-queue.ts';

const { database } = await useTestDatabase();
let jobs: JobQueue;
beforeAll(async () => {
  jobs = await startJobQueue(database, process.env['LOGS'] ? makeLog({}) : silentLog);
});
afterAll(() => jobs.stop());

test('a job is done once, with its data', async () => {
  const done: object[] = [];
  await jobs.work('greet', async (data) => void done.push(data));
  await jobs.enqueue('greet', { name: 'anna' });
  await eventually(() => expect(done).toEqual([{ name: 'anna' }]));
});

test('a key keeps one job at a time waiting', async () => {
  await jobs.enqueue('keyed', { n: 1 }, { key: 'same' });
  await jobs.enqueue('keyed', { n: 2 }, { key: 'same' });
  await jobs.enqueue('keyed', { n: 3 }, { key: 'another' });
  const done: { n: number }[] = [];
  await jobs.work<{ n: number }>('keyed', async (data) => void done.push(data));
  await eventually(() => expect(done.map(({ n }) => n).toSorted()).toEqual([1, 3]));
});

test('without a key every job is kept', async () => {
  for (const n of [1, 2, 3]) await jobs.enqueue('keyless', { n });
  const done: number[] = [];
  await jobs.work<{ n: number }>('keyless', async ({ n }) => void done.push(n));
  await eventually(() => expect(done.toSorted()).toEqual([1, 2, 3]));
});

test('a job that fails is tried again, and takes no other with it', async () => {
  const tried: string[] = [];
  await jobs.enqueue('fragile', { n: 'bad' });
  await jobs.enqueue('fragile', { n: 'good' }, { key: 'other' });
  await jobs.work<{ n: string }>('fragile', (data) => {
    tried.push(data.n);
    return data.n === 'bad' ? Promise.reject(new Error('no')) : Promise.resolve();
  });
  await eventually(() => expect(tried.toSorted()).toEqual(['bad', 'good']));
  await eventually(async () => {
    const { rows: now } = await database.pool.query(
      `select state::text, data ->> 'n' as n from jobs.job where name = 'fragile' order by n`,
    );
    expect(now).toEqual([
      { state: 'retry', n: 'bad' },
      { state: 'completed', n: 'good' },
    ]);
  });
});

test('what a node had taken when it was killed is done by another within minutes', async () => {
  const { pool } = database;
  await jobs.work('orphaned', async () => {});
  // As the dead node has left it: taken, and not heard of since.
  await pool.query(
    `insert into jobs.job (name, data, policy, state, started_on, heartbeat_seconds, heartbeat_on, retry_limit, expire_seconds)
      select name, '{"n": 1}', policy, 'active', now(), heartbeat_seconds, now() - interval '1 minute', 5, 900
      from jobs.queue where name = 'orphaned'`,
  );
  await eventually(async () => {
    const { rows } = await pool.query(`select state::text from jobs.job where name = 'orphaned'`);
    expect(rows).toEqual([{ state: 'completed' }]);
  });
});

test('a queue of an older version gets the settings that came later', async () => {
  const settings = async () =>
    (await database.pool.query(`select notify, heartbeat_seconds from jobs.queue where name = 'before'`))
      .rows;
  await jobs.enqueue('before', {});
  const [today] = await settings();
  await database.pool.query(
    `update jobs.queue set notify = false, heartbeat_seconds = null where name = 'before'`,
  );
  const later = await startJobQueue(database, silentLog);
  await later.work('before', async () => {});
  expect(await settings()).toEqual([today]);
  expect(today).toEqual({ notify: true, heartbeat_seconds: 20 });
  await later.stop();
});
