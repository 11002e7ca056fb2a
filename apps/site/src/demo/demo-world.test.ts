import { sql } from 'kysely';
import { isFullRun } from '@klieg/testing/run-length';
import { expect, test } from 'vitest';
import { LIKES_A_DAY, STAR_LIKES } from '../features/discovery/index.ts';
import { useTestDatabase } from '../platform/postgres/testing.ts';
import { audience, chattingViewers, demoModels, namedPeople } from './demo-people.ts';
import { makeDemoStore } from './demo-store.ts';
import { seedClubs } from './seed-clubs.ts';
import { seedMenus } from './seed-menus.ts';

const { database } = await useTestDatabase();

test.runIf(isFullRun)(
  'the demo’s models have followers, ratings and likes of its audience, the same after a second start',
  async () => {
    const store = makeDemoStore(database);
    const models = demoModels();
    const ids = await store.seed([...audience, ...models], '');
    const idsOf = (people: typeof models) => people.map(({ username }) => ids.get(username)!);
    const fill = () => store.fillWorld(idsOf(models), idsOf([...audience]));
    const look = async () => {
      const { rows } = await sql<Record<string, number>>`
      select (select max(followers) from rooms) as most_followed,
        (select count(*)::int from rooms where followers = 0) as followed_by_nobody,
        (select max(rating_counts[5]) from rooms) as five_stars,
        (select max(n)::int from (select count(*) as n from model_likes group by model_id) m) as most_liked,
        (select max(n)::int from (select count(*) as n from model_likes group by liker_id, day) d) as likes_a_day,
        (select count(*)::int from model_likes) as likes`.execute(database.kysely);
      return rows[0]!;
    };
    await fill();
    const first = await look();
    expect(first['most_followed']).toBeGreaterThan(100);
    expect(first['followed_by_nobody']).toBeLessThan(models.length / 4);
    expect(first['five_stars']).toBeGreaterThan(20);
    // Somebody is a star, and nobody gave more than a member may.
    expect(first['most_liked']).toBeGreaterThanOrEqual(STAR_LIKES);
    expect(first['likes_a_day']).toBeLessThanOrEqual(LIKES_A_DAY);
    await fill();
    expect(await look()).toEqual(first);
  },
);

test('some of the demo’s performers have a fan club with members and posts of each level, once after a second start', async () => {
  const store = makeDemoStore(database);
  const models = [...namedPeople, ...demoModels()];
  const ids = await store.seed([...models, ...chattingViewers, ...audience], '');
  const fill = () => seedClubs(store, { models, ids, nowMs: Date.now() });
  const look = async () => {
    const { rows } = await sql<Record<string, number>>`
      select (select count(distinct model_id)::int from fan_memberships) as clubs,
        (select count(*)::int from fan_memberships) as members,
        (select count(*)::int from fan_memberships where period_ends_at <= now()) as over,
        (select count(*)::int from fan_memberships where member_id = ${ids.get('demo_viewer')!}) as of_the_viewer,
        (select min(n)::int from (select count(*) as n from fan_posts group by model_id, level) p) as posts_of_a_level,
        (select sum(likes)::int from fan_posts) - (select count(*)::int from fan_post_likes) as likes_too_many,
        (select count(*)::int from fan_post_likes) as likes`.execute(database.kysely);
    return rows[0]!;
  };
  await fill();
  const first = await look();
  expect(first['clubs']).toBeGreaterThan(20);
  expect(first['members']).toBeGreaterThan(100);
  expect(first['over']).toBe(0);
  expect(first['of_the_viewer']).toBe(1);
  expect(first['posts_of_a_level']).toBeGreaterThan(1);
  expect(first['likes']).toBeGreaterThan(100);
  expect(first['likes_too_many']).toBe(0);
  await fill();
  expect(await look()).toEqual(first);
});

test('names of the demo’s audience are names that a member may have, each once', () => {
  const names = audience.map(({ username }) => username);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9_]{2,19}$/);
});

test('each of the demo’s performers sells something, and many have a goal; what one of them has removed stays away', async () => {
  const store = makeDemoStore(database);
  const models = demoModels();
  const ids = await store.seed(models, '');
  const seed = () =>
    seedMenus(
      store,
      models.map(({ username }) => ids.get(username)!),
    );
  const look = async () => {
    const { rows } = await sql<Record<string, number>>`
      select count(*) filter (where type = 57)::int menus, count(*) filter (where type = 1)::int goals,
        (select min(n)::int from (select count(*) n from menu_items group by room_id) m) as least
      from room_apps`.execute(database.kysely);
    return rows[0]!;
  };
  await seed();
  const first = await look();
  expect(first['menus']).toBe(models.length);
  expect(first['goals']).toBeGreaterThan(20);
  expect(first['least']).toBeGreaterThanOrEqual(4);
  await sql`with gone as (delete from room_apps where type = 1 returning room_id, type, version)
    insert into former_room_apps (room_id, type, version) select * from gone`.execute(database.kysely);
  await seed();
  expect(await look()).toEqual({ ...first, goals: 0 });
});
