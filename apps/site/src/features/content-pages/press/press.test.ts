import { PRESS_PAGE_SIZE } from '@klieg/contract';
import { toInstant, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openTestDesk } from '#site/app/testing-desk-store.ts';
import { codeOf, useTestSite } from '#site/app/testing-site.ts';

const site = await useTestSite();
const desk = openTestDesk(site);
const admin = await desk.joinAdmin();
const boss = await desk.joinSuperAdmin();
const { kysely } = site.database;

const daysAgo = (days: number) => toInstant(Date.now() - days * 86_400_000);
const entry = (title: string, more: object = {}) => ({
  outlet_name: 'Stage Review',
  title,
  excerpt: 'What they wrote.',
  link: 'https://stage-review.example.com/article',
  image_url: null,
  published_at: daysAgo(1),
  ...more,
});
type Body = ReturnType<typeof entry> & { id?: string };
const save = async (body: Body) => (await admin.call('saveDeskPress', { body })).entry;
const clear = () => sql`delete from press_entries`.execute(kysely);
const read = async (query: { page?: string; outlet?: string } = {}) =>
  (await site.visit()).call('listPress', { query: query as never });

describe('the press list', () => {
  test('is read in pages, the newest first, whole or of one outlet, with the outlets and their counts (CONTENT-PAGES-020)', async () => {
    await clear();
    expect(await read()).toEqual({ data: [], last_page: 1, outlets: [] });
    await save(entry('Oldest', { published_at: daysAgo(9) }));
    await save(entry('Other', { outlet_name: 'Café 24', published_at: daysAgo(2) }));
    const newest = await save(entry('Newest', { image_url: '/scenes/banner-week.png' }));
    await save(entry('Tomorrow', { published_at: daysAgo(-1) }));
    const { data, last_page: last, outlets } = await read();
    expect(data.map(({ title }) => title)).toEqual(['Newest', 'Other', 'Oldest']);
    expect(last).toBe(1);
    expect(outlets).toEqual([
      { slug: 'cafe-24', name: 'Café 24', count: 1 },
      { slug: 'stage-review', name: 'Stage Review', count: 2 },
    ]);
    expect(data[0]).toEqual({
      id: newest.id,
      outlet: 'stage-review',
      outlet_name: 'Stage Review',
      title: 'Newest',
      excerpt: 'What they wrote.',
      url: expect.stringMatching(/^\/redir\/[A-Za-z0-9_-]{22}$/),
      image_url: '/scenes/banner-week.png',
      published_at: newest.published_at,
    });
    const one = await read({ outlet: 'cafe-24' });
    expect(one.data.map(({ title }) => title)).toEqual(['Other']);
    expect(one.outlets).toEqual(outlets);
    expect(await read({ outlet: 'nobody' })).toMatchObject({ data: [], last_page: 1 });
    for (let at = 0; at < PRESS_PAGE_SIZE; at++)
      await save(entry(`More ${at}`, { published_at: daysAgo(3) }));
    expect(await read()).toMatchObject({ last_page: 2 });
    const second = await read({ page: '2' });
    expect(second.data.map(({ title }) => title)).toEqual(expect.arrayContaining(['Oldest']));
    expect(second.data).toHaveLength(3);
    expect((await read({ page: '9' })).data).toEqual([]);
    expect(await codeOf(read({ page: '0' }))).toBe('common.invalid_input');
    expect(await codeOf(read({ outlet: 'No Slug' }))).toBe('common.invalid_input');
  });

  test('leads out by a link of its own, which changes and goes with the entry', async () => {
    await clear();
    const guest = await site.visit();
    const made = await save(entry('Linked'));
    const key = made.url.slice('/redir/'.length);
    const verify = () => guest.call('verifyOutsideLink', { params: { key } });
    expect(await verify()).toEqual({
      verified: true,
      url: 'https://stage-review.example.com/article',
      host: 'stage-review.example.com',
    });
    await save({ ...entry('Linked', { link: 'https://elsewhere.example.org/x' }), id: made.id });
    expect(await verify()).toMatchObject({ host: 'elsewhere.example.org' });
    await admin.call('removeDeskPress', { params: { id: made.id } });
    expect(await verify()).toEqual({ verified: false, url: null, host: null });
  });
});

describe('the desk of press', () => {
  test('adds, changes and removes an entry; each step stands in the audit log', async () => {
    await clear();
    const { id } = await save(entry('Old words'));
    expect(await save({ ...entry('New words'), id })).toMatchObject({ id, title: 'New words' });
    expect(await admin.call('listDeskPress', { query: {} })).toMatchObject({
      items: [{ id, title: 'New words', link: 'https://stage-review.example.com/article' }],
      last_page: 1,
    });
    await admin.call('removeDeskPress', { params: { id } });
    expect((await read()).data).toEqual([]);
    const deeds = (await boss.call('listAudit', { query: { target: `press:${id}` } })).items;
    expect(deeds.map(({ action }) => action)).toEqual(['press.removed', 'press.changed', 'press.added']);
    // Somebody else has removed it meanwhile.
    expect(await codeOf(admin.call('removeDeskPress', { params: { id } }))).toBe('common.not_found');
    expect(await codeOf(save({ ...entry('Late'), id }))).toBe('common.not_found');
  });

  test('refuses links that are not https to another host, foreign pictures and too many (content_pages.full)', async () => {
    await clear();
    for (const link of [
      'http://stage-review.example.com',
      'javascript:alert(1)',
      'https://localhost/x',
      'https://me:secret@example.com/',
      '/top',
    ])
      expect(await codeOf(save(entry('Link', { link }))), link).toBe('common.invalid_input');
    for (const wrong of [
      { image_url: 'https://elsewhere.example/x.png' },
      { title: '' },
      { outlet_name: 'x' },
    ])
      expect(await codeOf(save(entry('Wrong', wrong))), JSON.stringify(wrong)).toBe('common.invalid_input');
    const { url } = await save(entry('First'));
    await sql`
      insert into press_entries (id, outlet, outlet_name, title, excerpt, link_key, published_at)
      select gen_random_uuid(), 'x', 'x', 'x', '', ${url.slice('/redir/'.length)}, now()
      from generate_series(1, 1999)`.execute(kysely);
    expect(await codeOf(save(entry('One more')))).toBe('content_pages.full');
    await clear();
  });

  test('is open to admins with their password given lately alone', async () => {
    const [guest, viewer, late] = [await site.visit(), await site.join(), await desk.joinAdmin()];
    await sql`update sessions set sudo_until = null where account_id = ${late.id}`.execute(kysely);
    for (const [name, given] of [
      ['listDeskPress', { query: {} }],
      ['saveDeskPress', { body: entry('Mine') }],
      ['removeDeskPress', { params: { id: uuidv7() } }],
    ] as const) {
      expect(await codeOf(guest.call(name, given as never)), name).toBe('common.unauthenticated');
      expect(await codeOf(viewer.call(name, given as never)), name).toBe('common.forbidden');
      expect(await codeOf(late.call(name, given as never)), name).toBe('common.sudo_required');
    }
  });
});
