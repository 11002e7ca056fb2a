import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestDatabase } from '../platform/postgres/testing.ts';
import { chattingViewers, demoModels, namedPeople } from './demo-people.ts';
import { makeDemoStore } from './demo-store.ts';
import { demoFriends, demoTalks } from './demo-talks.ts';
import { seedTalks } from './seed-talks.ts';

const { database } = await useTestDatabase();

test('the demo’s people have friends and conversations with a past, the same after a second start', async () => {
  const ids = await makeDemoStore(database).seed([...namedPeople, ...chattingViewers, ...demoModels()], '');
  const look = async () => {
    const { rows } = await sql<{ friends: number; messages: number; unread: number; oldest: number }>`
      select (select count(*) from friendships) as friends, (select count(*) from direct_messages) as messages,
        (select sum(unread) from conversations where account_id = ${ids.get('demo_viewer')!}) as unread,
        (select extract(day from now() - min(created_at))::int from direct_messages) as oldest`.execute(
      database.kysely,
    );
    return rows[0]!;
  };
  await seedTalks(database, ids);
  const first = await look();
  expect(first).toMatchObject({ friends: demoFriends.length, messages: demoTalks.length, unread: 2 });
  expect(first.oldest).toBeGreaterThanOrEqual(7);
  await seedTalks(database, ids);
  expect(await look()).toEqual(first);
});
