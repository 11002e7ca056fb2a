import { request } from 'node:http';
import { once } from 'node:events';
import { eventually } from '@klieg/testing/eventually';
import { isLongRun } from '@klieg/testing/run-length';
import { expect, test } from 'vitest';
import { BEHIND_PROXY, useTestSite } from '#site/app/testing-site.ts';
import { sql } from 'kysely';
import { landedAt } from './landing-rules.ts';
import { makeLandingStore } from './landing-store.ts';
import { makeLandings } from './landings.ts';

const site = await useTestSite({ env: BEHIND_PROXY });
const { kysely } = site.database;
const own = new Set(['klieg.example']);
const headers = {
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'sec-fetch-site': 'cross-site',
  referer: 'https://blog.example/',
};
const of = (url: string, more: Record<string, string | undefined> = {}, method = 'GET') =>
  landedAt({ method, url, headers: { ...headers, ...more } }, own);

test('a visit from another site to a page of a performer counts as a landing there, and nothing else does', () => {
  for (const path of ['/anna_b', '/anna_b?utm_source=x', '/anna_b/bio', '/anna_b/fanclub', '/anna_b/'])
    expect(of(path), path).toBe('anna_b');
  for (const path of [
    '/',
    '/girls/tag/anna',
    '/anna_b/media',
    '/assets/x.js',
    '/Anna_b.data',
    '/api/v1/x',
    '/a',
  ])
    expect(of(path), path).toBeUndefined();
  expect(of('/anna_b', { 'sec-fetch-site': 'same-origin' })).toBeUndefined();
  expect(of('/anna_b', { 'sec-fetch-site': 'none' })).toBeUndefined();
  // A program that says nothing of what it is.
  expect(of('/anna_b', { 'sec-fetch-mode': undefined })).toBeUndefined();
  expect(of('/anna_b', { 'sec-fetch-dest': 'iframe' })).toBeUndefined();
  expect(of('/anna_b', { 'sec-purpose': 'prefetch' })).toBeUndefined();
  expect(of('/anna_b', { referer: undefined })).toBeUndefined();
  expect(of('/anna_b', { referer: 'android-app://com.example' })).toBeUndefined();
  expect(of('/anna_b', { referer: 'https://klieg.example/girls' })).toBeUndefined();
  expect(of('/anna_b', {}, 'HEAD')).toBeUndefined();
});

test('a network counts once a day for a performer, a name of nobody never, and what could not be written is kept', async () => {
  let now = Date.UTC(2026, 10, 20, 9);
  const written: Map<string, number>[] = [];
  let fails = false;
  const landings = makeLandings({
    store: {
      add: async (visits) => {
        if (fails) throw new Error('away');
        written.push(new Map(visits));
      },
    },
    isPerformer: (name) => name !== 'nobody',
    ownHosts: own,
    clock: { now: () => now },
  });
  const come = (url: string, network: string) => landings.note({ method: 'GET', url, headers }, network);
  for (const network of ['one', 'one', 'two']) come('/anna_b', network);
  come('/bea_c', 'one');
  come('/nobody', 'one');
  fails = true;
  await expect(landings.write()).rejects.toThrow('away');
  come('/anna_b', 'three');
  fails = false;
  await landings.write();
  await landings.write();
  expect(written).toEqual([
    new Map([
      ['anna_b', 3],
      ['bea_c', 1],
    ]),
  ]);
  now += 24 * 3_600_000;
  come('/anna_b', 'one');
  await landings.write();
  expect(written.at(-1)).toEqual(new Map([['anna_b', 1]]));
});

test('visits of 30 days are summed for administrators in the top list, and are 0 for everybody else (BROWSE-065)', async () => {
  const [anna, bea] = [await site.join({ type: 'model' }), await site.join({ type: 'model' })];
  for (const model of [anna, bea])
    await sql`insert into model_likes (model_id, liker_id, day) values (${model.id}, ${anna.id}, current_date)`.execute(
      kysely,
    );
  await site.site.catalog.reload();
  const store = makeLandingStore(site.database);
  await store.add(
    new Map([
      [anna.username, 3],
      ['gone_meanwhile', 9],
    ]),
  );
  await store.add(new Map([[anna.username, 2]]));
  await sql`insert into landing_days (account_id, day, visits) values
    (${anna.id}, (now() at time zone 'utc')::date - 29, 10), (${anna.id}, (now() at time zone 'utc')::date - 30, 100)`.execute(
    kysely,
  );
  const countsFor = async (who: Pick<typeof anna, 'call'>, path = 'top') => {
    const { userList } = await who.call('browseGender', { params: { gender: path } });
    return Object.fromEntries(userList.map((card) => [card.username, card.referer_count]));
  };
  const admin = await site.join();
  await sql`update accounts set is_admin = true where id = ${admin.id}`.execute(kysely);
  expect(await countsFor(admin)).toEqual({ [anna.username]: 15, [bea.username]: 0 });
  const nothing = { [anna.username]: 0, [bea.username]: 0 };
  for (const who of [await site.visit(), await site.join(), await site.join({ roles: ['site_mod'] }), anna])
    expect(await countsFor(who)).toEqual(nothing);
  expect(Object.values(await countsFor(admin, 'girls')).every((count) => count === 0)).toBe(true);
  await store.prune();
  const { rows } = await sql<{ n: number }>`select count(*)::int n from landing_days`.execute(kysely);
  expect(rows[0]!.n).toBe(2);
});

test('the top list has 20 cards on a page unless more are asked for (CONSTANTS-063)', async () => {
  const guest = await site.visit();
  const read = async (query: Record<string, string> = {}) =>
    (await guest.call('browseGender', { params: { gender: 'top' }, query })).perPageCount;
  expect(await read()).toBe(20);
  expect(await read({ perPage: '50' })).toBe(50);
  const girls = await guest.call('browseGender', { params: { gender: 'girls' } });
  expect(girls.perPageCount).toBe(98);
});

test.runIf(isLongRun)(
  'a page that a browser opens from another site is counted, whatever becomes of the page, and one of the own site is not',
  async () => {
    const model = await site.join({ type: 'model' });
    const store = makeLandingStore(site.database);
    const visit = async (referer: string, address: string) => {
      const asked = request(`${site.url}/${model.username}`, {
        headers: { ...headers, referer, 'x-forwarded-for': address },
      });
      asked.end();
      const [answer] = (await once(asked, 'response')) as [NodeJS.ReadableStream];
      answer.resume();
    };
    await visit(`${site.url}/girls`, '203.0.113.1');
    await visit('https://blog.example/a', '203.0.113.2');
    await visit('https://blog.example/a', '203.0.113.2');
    await visit('https://blog.example/b', '203.0.113.3');
    await eventually(async () => expect((await store.count([model.username])).get(model.username)).toBe(2));
  },
);
