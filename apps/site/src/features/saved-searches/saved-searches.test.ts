import { SAVED_SEARCHES_MAX } from '@klieg/contract';
import { MEDIA_FACTS } from '@klieg/contract/media';
import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { liveFact } from '../broadcast/testing-live.ts';
import { anchorsFor, anchorsOf, filtersOf, queryOf } from './search-rules.ts';

const site = await useTestSite();
const { kysely } = site.database;

const save = (who: Pick<Member, 'call'>, query: string, name = 'Pianists', isTold = true) =>
  who.call('saveSearch', { body: { query, name, is_told: isTold } });
const noticesOf = async ({ id }: Pick<Member, 'id'>) => {
  const { rows } = await sql<{ url: string; params: object }>`
    select url, params from notices where account_id = ${id} and code = 'search_live' order by id`.execute(
    kysely,
  );
  return rows;
};

describe('what is kept of a search', () => {
  test('is its filters in one form, without order, page, source and what a room does now', () => {
    const filters = filtersOf(
      'tag=piano,is-live,is-hd&lang=german,english&new_sort=1&p=3&source=new&utm_source=mail',
    );
    expect(filters && queryOf(filters)).toBe('lang=english,german&tag=is-hd,piano');
    expect(queryOf(filtersOf('gender-hide=t,m&rate=18-60&region=europe')!)).toBe(
      'rate=18-60&region=europe&gender-hide=m,t',
    );
    for (const none of [
      '',
      'tag=is-live',
      'p=2',
      'lang=',
      'rate=cheap',
      'gender-hide=x',
      'tag=' + 'a'.repeat(300),
    ])
      expect(filtersOf(none), none).toBeUndefined();
  });

  test('is found by the field that the fewest performers share', () => {
    const anchorsBy = (query: string) => anchorsOf(filtersOf(query)!);
    expect(anchorsBy('tag=piano,jazz,is-hd&lang=german')).toEqual(['tag:piano', 'tag:jazz']);
    expect(anchorsBy('tag=is-hd,age-20-29&lang=german&region=europe')).toEqual(['language:german']);
    expect(anchorsBy('region=europe&rate=18-60')).toEqual(['region:europe']);
    expect(anchorsBy('rate=18-60')).toEqual(['any']);
    const card = { tags: ['piano'], languages: ['german'], region: null, country_code: 'DE' };
    expect(anchorsFor(card)).toEqual(['any', 'tag:piano', 'language:german', 'region:europe']);
  });
});

describe('saved searches', () => {
  test('are listed newest first with who is live now, renamed, switched off and removed by their owner alone', async () => {
    const [anna, bea] = [await site.join(), await site.join()];
    expect(await anna.call('listSavedSearches')).toEqual({ items: [] });
    await save(anna, 'tag=theremin');
    const { items } = await save(anna, 'lang=german&new_sort=1', 'German');
    expect(
      items.map(({ name, query, is_told: told, live_count: live }) => [name, query, told, live]),
    ).toEqual([
      ['German', 'lang=german', true, 0],
      ['Pianists', 'tag=theremin', true, 0],
    ]);
    // The same filters again are the same search.
    expect((await save(anna, 'new_sort=0&lang=german', 'Who speaks German', false)).items).toMatchObject([
      { id: items[0]!.id, name: 'Who speaks German', is_told: false },
      { id: items[1]!.id },
    ]);
    const params = { id: items[1]!.id };
    for (const change of [{ name: 'Ether' }, { is_told: false }])
      await anna.call('changeSavedSearch', { params, body: change });
    expect((await anna.call('listSavedSearches')).items[1]).toMatchObject({ name: 'Ether', is_told: false });
    expect(await codeOf(bea.call('changeSavedSearch', { params, body: { name: 'Mine' } }))).toBe(
      'common.not_found',
    );
    expect((await bea.call('removeSavedSearch', { params, body: {} })).items).toEqual([]);
    expect((await anna.call('removeSavedSearch', { params, body: {} })).items).toHaveLength(1);
    // A repeat, and one that never was.
    expect((await anna.call('removeSavedSearch', { params, body: {} })).items).toHaveLength(1);
    const unknown = { params: { id: uuidv7() }, body: { is_told: true } };
    expect(await codeOf(anna.call('changeSavedSearch', unknown))).toBe('common.not_found');
  });

  test('are refused without a filter, and beyond twenty, also where many are saved at once (saved_searches.empty) (saved_searches.full)', async () => {
    const anna = await site.join();
    expect(await codeOf(save(anna, 'tag=is-live'))).toBe('saved_searches.empty');
    expect(await codeOf(save(anna, 'tag=piano', '  '))).toBe('common.invalid_input');
    for (let at = 0; at < SAVED_SEARCHES_MAX - 1; at++) await save(anna, `tag=topic-${at}`);
    const codes = await Promise.all(['a', 'b', 'c'].map((name) => codeOf(save(anna, `tag=last-${name}`))));
    expect(codes.toSorted()).toEqual(['not refused', 'saved_searches.full', 'saved_searches.full']);
    expect((await anna.call('listSavedSearches')).items).toHaveLength(SAVED_SEARCHES_MAX);
    // One that is there may get another name.
    await save(anna, 'tag=topic-0', 'Renamed');
  });

  test('are refused with words, which would be lost without a word (saved_searches.words)', async () => {
    const anna = await site.join();
    expect(await codeOf(save(anna, 'q=piano&tag=jazz'))).toBe('saved_searches.words');
    expect(await codeOf(save(anna, 'q=%20&tag=jazz'))).toBe('not refused');
    expect((await anna.call('listSavedSearches')).items.map(({ query }) => query)).toEqual(['tag=jazz']);
  });

  test('of guests are none', async () => {
    const guest = await site.visit();
    expect(await codeOf(guest.call('listSavedSearches'))).toBe('common.unauthenticated');
  });
});

/** A performer with a topic, whom lists know. */
async function performer(more: string = ''): Promise<Member> {
  const model = await site.join({ type: 'model' });
  await sql`update accounts set tags = array['ondes', ${more}], languages = array['german'] where id = ${model.id}`.execute(
    kysely,
  );
  await site.site.catalog.reload();
  return model;
}
const goLive = async (model: Member) => {
  const { broadcast_id: broadcastId, stream_name: streamName } = await model.call('startBroadcast', {
    body: { streaming_tech: 'webrtc' },
  });
  site.bus.publish(MEDIA_FACTS, liveFact(model, { broadcastId, streamName }));
  await eventually(async () => expect((await model.call('getBroadcast')).status).toBe('online'));
};

/** How many who went live have been looked at. */
const lookedAt = async () => {
  const { rows } = await sql`
    select 1 from jobs.job where name = 'saved-searches' and state = 'completed'`.execute(kysely);
  return rows.length;
};

describe('somebody who fits and goes live', () => {
  test('is told to those whose search it is, once an hour for each, with a way to the room (BROWSE-057)', async () => {
    const [fits, other, off] = [await site.join(), await site.join(), await site.join()];
    const follower = await site.join({ settings: { featured_show_notification: 'web' } });
    await save(fits, 'tag=ondes&lang=german');
    await save(other, 'tag=ondes&lang=spanish');
    await save(off, 'tag=ondes', 'Off', false);
    await save(follower, 'tag=ondes');
    const model = await performer('first');
    await follower.call('follow', { params: { username: model.username }, body: {} });
    await goLive(model);
    await eventually(async () =>
      expect(await noticesOf(fits)).toEqual([
        { url: `/${model.username}`, params: { name: model.username, search: 'Pianists' } },
      ]),
    );
    for (const who of [other, off, follower]) expect(await noticesOf(who)).toEqual([]);
    const told = await fits.call('listNotifications', { query: {} });
    expect(told.items[0]).toMatchObject({ kind: 'model_online', body: 'Found by your search “Pianists”' });
    // Somebody else within the hour is not told, and is after it.
    await goLive(await performer('second'));
    await eventually(async () => expect(await lookedAt()).toBe(2));
    const third = await performer('third');
    await sql`update saved_searches set told_at = now() - interval '61 minutes' where account_id = ${fits.id}`.execute(
      kysely,
    );
    await goLive(third);
    await eventually(async () =>
      expect((await noticesOf(fits)).map(({ url }) => url)).toEqual([
        `/${model.username}`,
        `/${third.username}`,
      ]),
    );
  });
});
