import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { openTestDesk } from '../../app/testing-desk-store.ts';
import { codeOf, useTestSite } from '../../app/testing-site.ts';

const site = await useTestSite();
const desk = openTestDesk(site);
const admin = await desk.joinAdmin();
const boss = await desk.joinSuperAdmin();
const viewer = await site.join();
const model = await site.join({ type: 'model' });
const { kysely } = site.database;

const post = (title: string, audience: 'all' | 'viewer' | 'model' = 'all', more: object = {}) => ({
  title,
  body: 'Prices **stay** as they are. See the [questions](/faq).',
  audience,
  ...more,
});
const save = (body: ReturnType<typeof post> & { id?: string }) =>
  admin.call('saveDeskAnnouncement', { body });
const titlesOf = async (member: typeof viewer) =>
  (await member.call('listAnnouncements', { query: {} })).items.map(({ title }) => title);
const newestOf = async (member: Pick<typeof viewer, 'call'>) => (await member.call('getSiteConfig')).bbPost;

beforeEach(() => sql`delete from announcements`.execute(kysely));

test('are read by those they are for, newest first, as safe HTML; guests have none (SHELL-013)', async () => {
  await save(post('For everybody <b>'));
  await save(post('For performers', 'model'));
  await save(post('For viewers', 'viewer'));
  expect(await titlesOf(viewer)).toEqual(['For viewers', 'For everybody <b>']);
  expect(await titlesOf(model)).toEqual(['For performers', 'For everybody <b>']);
  const { items } = await viewer.call('listAnnouncements', { query: { limit: '1' } });
  expect(items[0]).toMatchObject({
    audience: 'viewer',
    body_html:
      '<p>Prices <strong>stay</strong> as they are. See the <a class="text-link" href="/faq">questions</a>.</p>',
  });
  await save(post('Tags', 'all', { body: '<img src=x onerror=alert(1)>' }));
  const shown = await viewer.call('listAnnouncements', { query: {} });
  expect(shown.items[0]!.body_html).toBe('<p>&lt;img src=x onerror=alert(1)&gt;</p>');
  expect(await codeOf((await site.visit()).call('listAnnouncements', { query: {} }))).toBe(
    'common.unauthenticated',
  );
});

test('come in pages, each once', async () => {
  for (const title of ['one', 'two', 'three', 'four', 'five']) await save(post(title));
  const read: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await viewer.call('listAnnouncements', {
      query: { limit: '2', ...(cursor !== undefined && { cursor }) },
    });
    read.push(...page.items.map(({ title }) => title));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(read).toEqual(['five', 'four', 'three', 'two', 'one']);
});

test('the newest for whoever asks stands in the configuration, and in that of a page for everyone there is none (SHELL-013)', async () => {
  await save(post('For everybody'));
  await save(post('For performers', 'model'));
  expect(await newestOf(viewer)).toMatchObject({ title: 'For everybody', url: '/announcements' });
  expect(await newestOf(model)).toMatchObject({ title: 'For performers' });
  expect(await newestOf(await site.visit())).toBeNull();
  const { hash } = await viewer.call('getSiteConfig');
  const rendered = await viewer.call('getSiteConfig', { query: { ssr: '1' } });
  expect(rendered).toMatchObject({ bbPost: null, hash });
});

test('are changed and removed by staff, each step stands in the audit log', async () => {
  const { items } = await save(post('First words'));
  const { id } = items[0]!;
  expect(items[0]).toMatchObject({ title: 'First words', body: post('').body, audience: 'all' });
  await save(post('Better words', 'model', { id }));
  expect(await titlesOf(viewer)).toEqual([]);
  expect(await titlesOf(model)).toEqual(['Better words']);
  expect((await admin.call('listDeskAnnouncements')).items).toHaveLength(1);
  expect(await codeOf(save(post('Nobody’s', 'all', { id: uuidv7() })))).toBe('common.not_found');
  await admin.call('removeDeskAnnouncement', { params: { id } });
  expect(await titlesOf(model)).toEqual([]);
  expect(await newestOf(model)).toBeNull();
  expect(await codeOf(admin.call('removeDeskAnnouncement', { params: { id } }))).toBe('common.not_found');
  await eventually(async () => {
    const { items: deeds } = await boss.call('listAudit', { query: { target: `announcement:${id}` } });
    expect(deeds.map(({ action }) => action)).toEqual([
      'announcements.removed',
      'announcements.changed',
      'announcements.added',
    ]);
  });
});

test('what no page could show is refused and changes nothing (announcements.link_refused)', async () => {
  for (const body of ['See [more](https://elsewhere.example).', 'Hello {{name}}!', 'A [trap](javascript:x)'])
    expect(await codeOf(save(post('A text', 'all', { body })))).toBe('announcements.link_refused');
  expect(await codeOf(save(post('  ')))).toBe('common.invalid_input');
  expect((await admin.call('listDeskAnnouncements')).items).toEqual([]);
});

test('the desk is open to admins with their password given lately alone', async () => {
  const [guest, late] = [await site.visit(), await desk.joinAdmin()];
  await sql`update sessions set sudo_until = null where account_id = ${late.id}`.execute(kysely);
  for (const [name, given] of [
    ['listDeskAnnouncements', {}],
    ['saveDeskAnnouncement', { body: post('Mine') }],
    ['removeDeskAnnouncement', { params: { id: uuidv7() } }],
  ] as const) {
    expect(await codeOf(guest.call(name, given as never)), name).toBe('common.unauthenticated');
    expect(await codeOf(viewer.call(name, given as never)), name).toBe('common.forbidden');
    expect(await codeOf(late.call(name, given as never)), name).toBe('common.sudo_required');
  }
});

test('there are at most 500 (announcements.full)', async () => {
  await sql`insert into announcements (id, title, body, audience)
    select gen_random_uuid(), 'old', 'old', 'all' from generate_series(1, 500)`.execute(kysely);
  expect(await codeOf(save(post('One more')))).toBe('announcements.full');
});
