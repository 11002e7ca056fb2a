import { silentLog } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { expect, test } from 'vitest';
import { listenTo } from './listen-to.ts';
import { useTestDatabase } from './testing.ts';

const { database, owner } = await useTestDatabase();

const LISTENERS = `from pg_stat_activity where query like 'listen%' and datname = current_database()`;

test('a channel is heard again after its connection was cut, and no more once it is closed', async () => {
  const heard: string[] = [];
  let connected = 0;
  const listener = await listenTo(database, 'news', {
    onMessage: (payload) => void heard.push(payload),
    onConnected: () => void (connected += 1),
    log: silentLog,
  });
  const notify = (text: string) => database.pool.query('select pg_notify($1, $2)', ['news', text]);
  await notify('first');
  await eventually(() => expect(heard).toEqual(['first']));
  await owner.pool.query(`select pg_terminate_backend(pid) ${LISTENERS}`);
  await eventually(() => expect(connected).toBe(2));
  await notify('second');
  await eventually(() => expect(heard).toEqual(['first', 'second']));
  await listener.close();
  await eventually(async () => expect((await owner.pool.query(`select 1 ${LISTENERS}`)).rows).toEqual([]));
});
