import { TIP_GOAL } from '@klieg/contract/features/room-games/goal-limits';
import { uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';

const site = await useTestSite({ env: { BANNED_TERMS: 'from the file' } });
const { kysely } = site.database;
const keeper = await site.join({ roles: ['model_admin'] });
const [anna, ben] = [await site.join(), await site.join({ settings: { pm_allow: 'all' } })];
const model = await site.join({ type: 'model' });

const change = (body: object, by: Member = keeper) => by.call('changeTerms', { body: body as never });
const add = (term: string, more: object = {}) =>
  change({ add: [{ term, action: 'refuse', scope: 'all', ...more }] });
const write = (text: string) =>
  anna.call('sendMessage', { params: { username: ben.username }, body: { text, client_id: uuidv7() } });
const say = (about: string) => model.call('saveProfile', { body: { about } });
const inRoom = ({ username }: Member) => ({ username });
const goal = { type: String(TIP_GOAL) };
const install = (label: string, by: Member) =>
  by.call('installApp', { body: { type: TIP_GOAL, config: { label, target: 100 } } } as never);
const stream = {
  kind: 'public',
  date: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10),
  time: '20:00',
  duration_minutes: 60,
  time_zone: 'UTC',
  is_weekly: false,
};
const deeds = async () =>
  (
    await sql<{ actor: string; detail: string }>`
      select actor, detail from audit_entries where action = 'terms.changed' order by number`.execute(kysely)
  ).rows.map(({ actor, detail }) => ({ actor, ...(JSON.parse(detail) as object) }));

describe('a term', () => {
  test('that is not taken is refused everywhere from then on, in any case, and no more when it is removed (compliance.text_refused)', async () => {
    await write('a moon dance');
    const { items } = await add('Moon Dance');
    const { id } = items.find(({ term }) => term === 'Moon Dance')!;
    expect(items[0]).toMatchObject({ action: 'refuse', scope: 'all', by: keeper.username });
    expect(await codeOf(write('the MOON-dance!'))).toBe('compliance.text_refused');
    expect(await codeOf(say('I like moon dance'))).toBe('compliance.text_refused');
    await write('moon dances');
    const removed = await change({ remove: [id] });
    expect(removed.items.map(({ term }) => term)).not.toContain('Moon Dance');
    await write('a moon dance');
    expect((await change({ remove: [id] })).items).toEqual(removed.items);
    expect((await deeds()).slice(-2)).toEqual([
      { actor: keeper.username, added: 'Moon Dance (refuse, all)', removed: '–' },
      { actor: keeper.username, added: '–', removed: 'Moon Dance (refuse, all)' },
    ]);
  });

  test.each<[string, (text: string, by: Member) => Promise<unknown>]>([
    ['setSubject', (subject, by) => by.call('setSubject', { params: inRoom(by), body: { subject } })],
    [
      'startBroadcast',
      async (subject, by) => {
        await by.call('startBroadcast', { body: { streaming_tech: 'webrtc', subject } } as never);
        await by.call('stopBroadcast', { body: {} });
      },
    ],
    [
      'saveStream',
      (title, by) =>
        by.call('saveStream', {
          params: { id: uuidv7() },
          body: { ...stream, title },
        } as never),
    ],
    [
      'installApp',
      async (label, by) => {
        await install(label, by);
        await by.call('uninstallApp', { params: goal } as never);
      },
    ],
    [
      'updateApp',
      async (label, by) => {
        const { apps } = await by.call('listRoomApps', { params: inRoom(by) });
        const { version } = apps[0] ?? (await install('One song', by)).app;
        const body = { config: { label, target: 100 }, version };
        return by.call('updateApp', { params: goal, body } as never);
      },
    ],
    ['saveSettings', (chat_notice, by) => by.call('saveSettings', { body: { chat_notice } } as never)],
  ])(
    'that is not taken is refused by %s, which then changes nothing, and other words are taken',
    async (_call, put) => {
      const { items } = await add('glass marble');
      await put('a clay marble', model);
      expect(await codeOf(put('GLASS marble, see', model))).toBe('compliance.text_refused');
      await change({ remove: [items.find(({ term }) => term === 'glass marble')!.id] });
      await put('a glass marble', model);
    },
  );

  test('that staff reads first lets a profile wait, and messages go', async () => {
    await add('star gazing', { action: 'review', scope: 'profile' });
    await write('star gazing tonight');
    await say('We go star gazing.');
    const { items } = await keeper.call('listReviews', { query: { kind: 'profile' } });
    expect(items.find(({ user }) => user.username === model.username)?.payload.fields).toMatchObject([
      { field: 'about', wanted: 'We go star gazing.' },
    ]);
  });

  test('counts in its place alone', async () => {
    await add('paper boat', { scope: 'messages' });
    await add('tin soldier', { scope: 'search' });
    expect(await codeOf(write('a paper boat'))).toBe('compliance.text_refused');
    await write('a tin soldier');
    const other = await site.join({ type: 'model' });
    const body = { about: 'A paper boat and a tin soldier.' };
    expect((await other.call('saveProfile', { body })).status).toBe(1);
    const { items } = await keeper.call('listReviews', { query: { kind: 'profile', limit: '100' } });
    expect(items.map(({ user }) => user.username)).not.toContain(other.username);
  });

  test('of the configuration stands beside them and is not theirs to change', async () => {
    const { items, configured } = await keeper.call('listTerms');
    expect(configured).toEqual(['from the file']);
    expect(items.map(({ term }) => term)).not.toContain('from the file');
    expect(await codeOf(write('words from the file'))).toBe('compliance.text_refused');
  });

  test('again in the same place changes what is done with it, however it is written', async () => {
    await add('glass bead');
    const { items } = await add('GLASS  bead', { action: 'review' });
    expect(items.filter(({ term }) => /glass/i.test(term))).toMatchObject([
      { term: 'GLASS  bead', action: 'review', scope: 'all' },
    ]);
    await write('a glass bead');
  });

  test('without letters, too long, or to be read where nobody reads is refused (common.invalid_input)', async () => {
    for (const wrong of [
      { term: '!!' },
      { term: 'x' },
      { term: 'x'.repeat(81) },
      { term: 'good', action: 'review', scope: 'messages' },
      { term: 'good', action: 'review', scope: 'search' },
      { term: 'good', scope: 'rooms' },
    ])
      expect(await codeOf(change({ add: [{ action: 'refuse', scope: 'all', ...wrong }] }))).toBe(
        'common.invalid_input',
      );
    for (const who of [anna, model, await site.join({ roles: ['site_mod'] })]) {
      expect(await codeOf(who.call('listTerms'))).toBe('common.forbidden');
      expect(await codeOf(change({}, who))).toBe('common.forbidden');
    }
  });

  test('is one of 2000 at most; more change nothing (compliance.terms_full)', async () => {
    await sql`insert into banned_terms (id, term, words, action, scope, added_at)
      select gen_random_uuid(), 'full ' || n, 'full ' || n, 'refuse', 'search', now()
      from generate_series(1, 2000 - (select count(*)::int from banned_terms)) n`.execute(kysely);
    expect(await codeOf(add('one too many'))).toBe('compliance.terms_full');
    const { items } = await keeper.call('listTerms');
    expect(items).toHaveLength(2_000);
    await sql`delete from banned_terms where words like 'full %'`.execute(kysely);
  });
});
