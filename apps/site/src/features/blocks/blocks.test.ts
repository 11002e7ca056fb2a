import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { codeOf, useTestSite } from '../../app/testing-site.ts';

const site = await useTestSite();

test('people are ignored and hidden one by one, and each sees the own lists alone (BROWSE-063)', async () => {
  const [anna, ben] = [await site.join(), await site.join()];
  const params = { username: ben.username };
  expect(await anna.call('ignorePerson', { params, body: { ignored: true } })).toEqual({
    status: 1,
    ignored: [ben.username],
  });
  expect((await anna.call('ignorePerson', { params, body: { ignored: true } })).ignored).toHaveLength(1);
  expect((await anna.call('hidePerson', { params, body: { hidden: true } })).hidden).toEqual([ben.username]);
  expect((await anna.call('hidePerson', { params, body: { hidden: true } })).hidden).toHaveLength(1);
  expect(await anna.call('listIgnored')).toEqual({ ignored: [ben.username], hidden: [ben.username] });
  expect(await ben.call('listIgnored')).toEqual({ ignored: [], hidden: [] });
  await anna.call('ignorePerson', { params, body: { ignored: false } });
  await anna.call('hidePerson', { params, body: { hidden: false } });
  expect(await anna.call('listIgnored')).toEqual({ ignored: [], hidden: [] });
});

test('nobody ignores oneself or nobody (common.not_self) (common.not_found)', async () => {
  const anna = await site.join();
  const body = { ignored: true };
  expect(await codeOf(anna.call('ignorePerson', { params: { username: anna.username }, body }))).toBe(
    'common.not_self',
  );
  expect(await codeOf(anna.call('ignorePerson', { params: { username: 'nobody_here' }, body }))).toBe(
    'common.not_found',
  );
  expect(
    await codeOf(anna.call('hidePerson', { params: { username: 'nobody_here' }, body: { hidden: true } })),
  ).toBe('common.not_found');
});

test('the list of ignored people is bounded and drops nobody; hidden ones make room (blocks.limit)', async () => {
  const [anna, ben] = [await site.join(), await site.join()];
  await sql`with crowd as (
      insert into accounts (username, display_name, email, password_hash, gender, type, birth_date)
      select 'crowd_' || n, 'crowd', 'c@example.org', '', 'f', 'other', '1990-01-01'
      from generate_series(1, 500) n returning id),
    ignored as (insert into ignored_people (account_id, ignored_id) select ${anna.id}, id from crowd)
    insert into hidden_people (account_id, hidden_id, created_at)
    select ${anna.id}, id, now() - interval '1 day' from crowd`.execute(site.database.kysely);
  const params = { username: ben.username };
  expect(await codeOf(anna.call('ignorePerson', { params, body: { ignored: true } }))).toBe('blocks.limit');
  const { hidden } = await anna.call('hidePerson', { params, body: { hidden: true } });
  expect(hidden).toHaveLength(500);
  expect(hidden[0]).toBe(ben.username);
});
