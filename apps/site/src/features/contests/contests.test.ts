import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { openTestDesk } from '../../app/testing-desk-store.ts';
import { codeOf, useTestSite } from '../../app/testing-site.ts';

const site = await useTestSite();
const desk = openTestDesk(site);
const admin = await desk.joinAdmin();
const boss = await desk.joinSuperAdmin();
const { kysely } = site.database;

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const contest = (title: string, from: number, until: number, more: object = {}) => ({
  title,
  body: 'Likes count.',
  first_day: dayIn(from),
  last_day: dayIn(until),
  prizes: ['100 tokens', '50 tokens'],
  ...more,
});
type Body = ReturnType<typeof contest> & { id?: string };
const save = (body: Body) => admin.call('saveDeskContest', { body });
const read = async () => (await (await site.visit()).call('listContests')).items;
const like = (model: number, liker: number, days: number) =>
  sql`insert into model_likes (model_id, liker_id, day) values (${model}, ${liker}, ${dayIn(days)}::date)`.execute(
    kysely,
  );
beforeEach(() => sql`delete from contests`.execute(kysely));

describe('contests', () => {
  test('are told with their words, days and prizes: running ones, those to come, those that are over', async () => {
    expect(await read()).toEqual([]);
    await save(contest('Over', -9, -5));
    await save(contest('To come', 3, 4));
    await save(contest('Running', -2, 2));
    const items = await read();
    expect(items.map(({ title, state }) => [title, state])).toEqual([
      ['Running', 'running'],
      ['To come', 'coming'],
      ['Over', 'past'],
    ]);
    expect(items[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      title: 'Running',
      body: 'Likes count.',
      starts_at: `${dayIn(-2)}T00:00:00.000Z`,
      ends_at: `${dayIn(3)}T00:00:00.000Z`,
      prizes: ['100 tokens', '50 tokens'],
      state: 'running',
      leaderboard: [],
    });
  });

  test('count the likes of their days alone, the most first', async () => {
    const models = [];
    for (let at = 0; at < 3; at++) models.push(await site.join({ type: 'model' }));
    const likers = [await site.join(), await site.join(), await site.join()];
    const [first, second, third] = models as [typeof admin, typeof admin, typeof admin];
    for (const { id } of likers) await like(second.id, id, -1);
    for (const { id } of likers.slice(1)) await like(first.id, id, 0);
    await like(third.id, likers[0]!.id, -2);
    // Before its first day, and after its last.
    for (const { id } of likers) await like(first.id, id, -3);
    await like(first.id, likers[0]!.id, 1);
    await save(contest('Running', -2, 0));
    await save(contest('Before', -3, -3));
    const boards = async () =>
      (await read()).map(({ title, leaderboard }) => [
        title,
        leaderboard.map(({ rank, user, points }) => [rank, user.username, points]),
      ]);
    // Lists know of new performers a moment later.
    await eventually(async () =>
      expect(await boards()).toEqual([
        [
          'Running',
          [
            [1, second.username, 3],
            [2, first.username, 2],
            [3, third.username, 1],
          ],
        ],
        ['Before', [[1, first.username, 3]]],
      ]),
    );
  });
});

describe('the desk of contests', () => {
  test('adds, changes and removes one; each step stands in the audit log', async () => {
    const { id } = (await save(contest('Old words', 1, 2))).items[0]!;
    await save({ ...contest('New words', 1, 1), id });
    expect((await admin.call('listDeskContests')).items).toMatchObject([
      { id, title: 'New words', first_day: dayIn(1), last_day: dayIn(1), state: 'coming' },
    ]);
    await admin.call('removeDeskContest', { params: { id } });
    expect(await read()).toEqual([]);
    const deeds = (await boss.call('listAudit', { query: { target: `contest:${id}` } })).items;
    expect(deeds.map(({ action }) => action)).toEqual([
      'contests.removed',
      'contests.changed',
      'contests.added',
    ]);
    expect(await codeOf(admin.call('removeDeskContest', { params: { id } }))).toBe('common.not_found');
    expect(await codeOf(save({ ...contest('Late', 1, 2), id }))).toBe('common.not_found');
  });

  test('refuses days that are none, contests without a prize, and too many (contests.dates_invalid, contests.full)', async () => {
    expect(await codeOf(save(contest('Backwards', 2, 1)))).toBe('contests.dates_invalid');
    expect(await codeOf(save(contest('For ever', 0, 100)))).toBe('contests.dates_invalid');
    for (const wrong of [
      { prizes: [] },
      { prizes: Array(11).fill('x') },
      { title: '' },
      { first_day: 'soon' },
    ])
      expect(await codeOf(save(contest('Wrong', 1, 2, wrong))), JSON.stringify(wrong)).toBe(
        'common.invalid_input',
      );
    await sql`insert into contests (id, title, body, first_day, last_day, prizes)
      select gen_random_uuid(), 'x', 'x', '2026-01-01', '2026-01-01', array['x'] from generate_series(1, 200)`.execute(
      kysely,
    );
    expect(await codeOf(save(contest('One more', 1, 2)))).toBe('contests.full');
    // Of those that are over, the page shows ten.
    expect(await read()).toHaveLength(10);
  });

  test('is open to admins with their password given lately alone', async () => {
    const [guest, viewer, late] = [await site.visit(), await site.join(), await desk.joinAdmin()];
    await sql`update sessions set sudo_until = null where account_id = ${late.id}`.execute(kysely);
    for (const [name, given] of [
      ['listDeskContests', {}],
      ['saveDeskContest', { body: contest('Mine', 1, 2) }],
      ['removeDeskContest', { params: { id: uuidv7() } }],
    ] as const) {
      expect(await codeOf(guest.call(name, given as never)), name).toBe('common.unauthenticated');
      expect(await codeOf(viewer.call(name, given as never)), name).toBe('common.forbidden');
      expect(await codeOf(late.call(name, given as never)), name).toBe('common.sudo_required');
    }
  });
});
