import { uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import { eventually } from '@klieg/testing/eventually';
import { describe, expect, test } from 'vitest';
import { useTestSite } from '../../app/testing-site.ts';

const site = await useTestSite();

/** A model whom somebody has just begun to follow. */
async function followedModel(settings: Readonly<Record<string, unknown>> = {}) {
  const model = await site.join({ type: 'model', settings });
  const fan = await site.join();
  await fan.call('follow', { params: { username: model.username }, body: {} });
  const newest = async () => (await model.call('listNotifications', { query: {} })).items[0];
  await eventually(async () => expect(await newest()).toBeDefined());
  return { model, fan, newest };
}

describe('a notice', () => {
  test('is kept as a code with what it is about, and no word of any language', async () => {
    const { model, fan } = await followedModel();
    const { rows } =
      await sql`select code, params, title, body from notices where account_id = ${model.id}`.execute(
        site.database.kysely,
      );
    expect(rows).toEqual([{ code: 'follower_new', params: { username: fan.username }, title: '', body: '' }]);
  });

  test('that was made when its reader read English is read in German later (REALTIME-002)', async () => {
    const { model, fan, newest } = await followedModel();
    expect(await newest()).toMatchObject({ title: 'New follower', body: `${fan.username} follows you` });
    await model.call('saveSettings', { body: { locale: 'de' } });
    expect(await newest()).toMatchObject({ title: 'Neuer Follower', body: `${fan.username} folgt dir` });
  });

  test('is in the language of the page that shows it, where that is another than the settings say', async () => {
    const { model, newest } = await followedModel({ locale: 'de' });
    expect(await newest()).toMatchObject({ title: 'Neuer Follower' });
    const own = [...model.cookies].map(([name, value]) => `${name}=${value}`);
    const titleIn = async (locale: string) => {
      const cookie = [...own, `locale=${locale}`].join('; ');
      const answer = await fetch(`${site.url}/api/v1/notifications`, { headers: { cookie } });
      return ((await answer.json()) as { items: readonly { title: string }[] }).items[0]?.title;
    };
    expect(await titleIn('en')).toBe('New follower');
    // Nobody has written these in Dutch yet.
    expect(await titleIn('nl')).toBe('New follower');
    expect(await titleIn('de')).toBe('Neuer Follower');
  });

  test('of before codes keeps the words that it was written with, in every language', async () => {
    const reader = await site.join({ settings: { locale: 'de' } });
    await sql`insert into notices (id, account_id, kind, title, body)
      values (${uuidv7()}, ${reader.id}, 'system', 'Old title', 'Old words')`.execute(site.database.kysely);
    const { items } = await reader.call('listNotifications', { query: {} });
    expect(items).toMatchObject([{ title: 'Old title', body: 'Old words', url: null }]);
  });

  test('has its parameters exactly where it has a code', async () => {
    const reader = await site.join();
    const keep = sql`insert into notices (id, account_id, kind, code)
      values (${uuidv7()}, ${reader.id}, 'system', 'follower_new')`.execute(site.database.kysely);
    await expect(keep).rejects.toThrow('notices_code');
  });
});
