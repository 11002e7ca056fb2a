import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openPerformers } from '../../app/testing-consent-store.ts';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { changedEntries } from './playlists.ts';
import {
  buy,
  decide,
  get,
  joinClub,
  joinStaff,
  mediaMakers,
  picture,
  tokensOf,
  waitingOf,
} from '../../app/testing-media-store.ts';

const site = await useTestSite();
const { kysely } = site.database;
const staff = await joinStaff(site);
const { storedItem, add, publish } = mediaMakers(site);
const joinModel = () => site.join({ type: 'model' });
const change = (model: Member, id: number, body: object) =>
  model.call('changeMedia', { params: { id: String(id) }, body });
const remove = (model: Member, id: number) =>
  model.call('deleteMedia', { params: { id: String(id) }, body: {} });
const ownOf = async (model: Member, query: object = {}) =>
  (await model.call('listOwnMedia', { query })).items.map(({ id, status }) => [id, status]);

describe('making a media', () => {
  test('takes ready files of one’s own and kind, each once, and says of others why not (media_library.not_found) (media_library.file_refused) (media_library.item_not_ready) (media_library.item_used)', async () => {
    const [model, other] = [await joinModel(), await joinModel()];
    const item = await storedItem(model);
    const [broken, waiting] = [await storedItem(model), await storedItem(model)];
    await sql`update media_items set state = 'failed', error = 'This file could not be read'
      where item_id = ${broken}`.execute(kysely);
    await sql`update media_items set state = 'encoding', claimed_until = now() + interval '1 hour'
      where item_id = ${waiting}`.execute(kysely);
    const refusal = (wanted: object) =>
      add(model, wanted).then(
        () => 'not refused',
        ({ code, body }: { code: string; body?: { params?: { reason?: string; item?: number } } }) => [
          code,
          body?.params?.reason,
          body?.params?.item,
        ],
      );
    const foreign = await storedItem(other);
    const video = await storedItem(model, { type: 2 });
    expect(await refusal({ items: [item, foreign] })).toEqual([
      'media_library.not_found',
      undefined,
      foreign,
    ]);
    expect(await refusal({ items: [999_999] })).toEqual(['media_library.not_found', undefined, 999_999]);
    expect(await refusal({ items: [broken] })).toEqual(['media_library.file_refused', 'failed', broken]);
    expect(await refusal({ items: [video] })).toEqual(['media_library.file_refused', 'kind', video]);
    expect(await refusal({ items: [waiting] })).toEqual(['media_library.item_not_ready', undefined, waiting]);
    expect(await codeOf(add(model, { items: [item, item] }))).toBe('common.invalid_input');
    expect(await codeOf(add(model, { items: [item], cover_item: await storedItem(model) }))).toBe(
      'common.invalid_input',
    );
    const media = await add(model, { items: [item], cover_item: item });
    expect(media.items.map(({ id }) => id)).toEqual([item]);
    expect(await refusal({ items: [item] })).toEqual(['media_library.item_used', undefined, item]);
    const second = await add(model);
    expect(await codeOf(change(model, second.id, { items: [item] }))).toBe('media_library.item_used');
    expect((await model.call('listOwnItems', { query: {} })).items.map(({ id }) => id)).not.toContain(item);
  });

  test('a file in no media can be removed, one that failed too; no other (media_library.not_found) (media_library.item_not_ready) (media_library.item_used)', async () => {
    const [model, other] = [await joinModel(), await joinModel()];
    const drop = (by: Member, id: number) => by.call('deleteItem', { params: { id: String(id) }, body: {} });
    const [item, used, waiting] = [await storedItem(model), await storedItem(model), await storedItem(model)];
    await sql`update media_items set state = 'failed' where item_id = ${item}`.execute(kysely);
    await sql`update media_items set state = 'encoding', claimed_until = now() + interval '1 hour'
      where item_id = ${waiting}`.execute(kysely);
    await add(model, { items: [used] });
    expect(await codeOf(drop(other, item))).toBe('media_library.not_found');
    expect(await codeOf(drop(model, used))).toBe('media_library.item_used');
    expect(await codeOf(drop(model, waiting))).toBe('media_library.item_not_ready');
    expect(await drop(model, item)).toEqual({ status: 1 });
    expect(await codeOf(drop(model, item))).toBe('media_library.not_found');
    const left = (await model.call('listOwnItems', { query: {} })).items.map(({ id }) => id);
    expect(left).toEqual([waiting]);
  });

  test('refuses words that profiles may not have, and what draws nothing (compliance.text_refused)', async () => {
    const model = await joinModel();
    await staff.call('changeTerms', {
      body: { add: [{ term: 'forbiddenword', action: 'refuse', scope: 'profile' }], remove: [] },
    });
    expect(await codeOf(add(model, { name: 'a forbiddenword here' }))).toBe('compliance.text_refused');
    expect(await codeOf(add(model, { description: 'a forbiddenword here' }))).toBe('compliance.text_refused');
    const { id } = await publish(model, staff);
    expect(await codeOf(change(model, id, { tags: ['forbiddenword'] }))).toBe('compliance.text_refused');
    expect(await codeOf(add(model, { name: '   ' }))).toBe('common.invalid_input');
    expect(await codeOf(add(model, { tags: ['Not A Slug'] }))).toBe('common.invalid_input');
    expect(await codeOf(add(model, { token_price: 20_001 }))).toBe('common.invalid_input');
  });

  test('waits for staff, who show it or say why not; its performer is told (media_library.not_found) (SETTINGS-005) (SETTINGS-028)', async () => {
    const model = await joinModel();
    const media = await add(model, { description: 'By the sea.' });
    const review = await waitingOf(staff, media.id);
    expect(review).toMatchObject({
      kind: 'media',
      user: { username: model.username },
      payload: { media: { id: media.id, description: 'By the sea.', status: 'review' } },
    });
    const pending = () => model.call('getPending', { query: {} });
    expect(await pending()).toMatchObject({ custom_media: 1, aj_media_rejected: 0 });
    await decide(staff, media.id, 'reject');
    expect(await pending()).toMatchObject({ custom_media: 0, aj_media_rejected: 1 });
    expect(await ownOf(model)).toEqual([[media.id, 'rejected']]);
    expect(
      await codeOf(staff.call('decideReview', { params: { id: review!.id }, body: { decision: 'approve' } })),
    ).toBe('moderation.stale');
    expect((await model.call('listOwnMedia', { query: {} })).items[0]).toMatchObject({
      reject_reason: 'Too dark',
    });
    await change(model, media.id, { name: 'Brighter' });
    await decide(staff, media.id);
    expect(await ownOf(model, { status: 'live' })).toEqual([[media.id, 'live']]);
    expect(await ownOf(model, { status: 'review' })).toEqual([]);
    const { items } = await model.call('listNotifications', { query: {} });
    expect(items.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['“A walk by the sea” was not accepted', '“Brighter” was approved']),
    );
    const { rows } =
      await sql`select 1 from performer_contents where account_id = ${model.id} and kind = 'media'`.execute(
        kysely,
      );
    expect(rows).toHaveLength(1);
  });

  test.runIf(isFullRun)(
    'that is changed waits again where words, files or people are others, and holds at once where price, level or tags are',
    async () => {
      const [model, reader] = [await joinModel(), await site.join()];
      const { id } = await publish(model, staff);
      const answer = await change(model, id, {
        token_price: 20,
        tags: ['sun'],
        fanclub_access_level: 'legend',
      });
      expect(answer.media).toMatchObject({
        status: 'live',
        token_price: 20,
        tags: ['sun'],
        fanclub_access_level: 'legend',
      });
      for (const body of [
        { name: 'Other' },
        { description: 'x' },
        { items: [await storedItem(model)] },
        { cover_safe: true },
        { consent_ids: [] },
      ]) {
        expect((await change(model, id, body)).media.status).toBe('review');
        expect((await get(reader, id)).result).toBe(false);
        await decide(staff, id);
        expect((await get(reader, id)).result).toBe(true);
      }
      const other = await joinModel();
      expect(await codeOf(change(other, id, { token_price: 1 }))).toBe('media_library.not_found');
      expect(await codeOf(remove(other, id))).toBe('media_library.not_found');
      await remove(model, id);
      expect(await codeOf(remove(model, id))).toBe('media_library.not_found');
      expect(await codeOf(change(model, id, { token_price: 1 }))).toBe('media_library.not_found');
      expect([await ownOf(model), (await get(reader, id)).result]).toEqual([[], false]);
    },
  );

  test('tells the room that its list has changed (MEDIA-LIBRARY-022) (CONSTANTS-075)', async () => {
    const [model, viewer] = [await joinModel(), await site.join()];
    const lobby = await viewer.openLobby();
    const room = await viewer.openRoom(lobby, model.username);
    const { id } = await publish(model, staff);
    expect(await room.waitFor('v3.chat.update_media_list')).toMatchObject({
      username: model.username,
      media_id: String(id),
    });
  });

  test.runIf(isFullRun)(
    'shows nobody else without their agreement, and goes off with its tokens back when they withdraw it (compliance.consent_missing)',
    async () => {
      const [model, buyer] = [await joinModel(), await site.join({ tokens: 200 })];
      expect(await codeOf(add(model, { consent_ids: [uuidv7()] }))).toBe('compliance.consent_missing');
      const consents = openPerformers(site);
      const id = await consents.clear(model, staff, 'nell@example.org');
      const other = await joinModel();
      expect(await codeOf(add(other, { consent_ids: [id] }))).toBe('compliance.consent_missing');
      const media = await publish(model, staff, { consent_ids: [id] });
      expect((await get(buyer, media.id)).media!.co_performers).toHaveLength(1);
      await buy(buyer, media.id);
      await model.call('revokeConsent', { params: { id }, body: {} });
      await eventually(async () => expect((await get(buyer, media.id)).result).toBe(false));
      await eventually(async () => expect(await tokensOf(buyer)).toBe(200));
      expect(await codeOf(change(model, media.id, { name: 'Again' }))).toBe('media_library.not_found');
    },
  );
});

describe('playlists', () => {
  const make = async (person: Member, name = 'Evenings') =>
    (await person.call('addPlaylist', { body: { name } })).playlist;
  const set = async (person: Member, id: number, body: object) =>
    (await person.call('changePlaylist', { params: { id: String(id) }, body })).playlist;

  test('hold media in an order, are leafed through, and are nobody else’s (MEDIA-LIBRARY-016) (MEDIA-LIBRARY-003) (media_library.not_found)', async () => {
    const [model, person, other] = [await joinModel(), await site.join(), await site.join()];
    const [a, b, c] = [await publish(model, staff), await publish(model, staff), await publish(model, staff)];
    const { id } = await make(person);
    await set(person, id, { add: [a.id, b.id, c.id] });
    const list = await set(person, id, { name: 'Mornings', order: [c.id, a.id], remove: [b.id] });
    expect(list).toMatchObject({ id, name: 'Mornings', count: 2, media_ids: [c.id, a.id] });
    expect(list.cover_url).toMatch(/-blurred\.jpg$/);
    expect((await person.call('listPlaylists', { query: {} })).playlists).toEqual([list]);
    expect((await get(person, a.id, { playlist: String(id) })).media).toMatchObject({
      prev_id: c.id,
      next_id: null,
      playlists: [id],
    });
    // Of somebody else’s list the performer’s own order holds.
    expect((await get(other, a.id, { playlist: String(id) })).media).toMatchObject({
      prev_id: b.id,
      next_id: null,
      playlists: [],
    });
    expect(
      (await person.call('listPurchased', { params: { a: 'purchased', b: 'playlists' }, query: {} })).total,
    ).toBe(2);
    expect(await codeOf(set(other, id, { name: 'Mine' }))).toBe('media_library.not_found');
    expect(await codeOf(set(person, id, { add: [999_999] }))).toBe('media_library.not_found');
    expect(await codeOf(other.call('deletePlaylist', { params: { id: String(id) }, body: {} }))).toBe(
      'media_library.not_found',
    );
    await person.call('deletePlaylist', { params: { id: String(id) }, body: {} });
    expect((await person.call('listPlaylists', { query: {} })).playlists).toEqual([]);
  });

  test('of a performer show her own media to whoever may enter her room (rooms.not_found)', async () => {
    const [model, person] = [await joinModel(), await site.join()];
    const { id } = await publish(model, staff);
    const list = await make(model, 'Best of');
    await set(model, list.id, { add: [id] });
    const { playlists } = await person.call('listPlaylists', { query: { username: model.username } });
    expect(playlists).toMatchObject([{ name: 'Best of', count: 1, media_ids: [id] }]);
    expect(
      (await person.call('listModelMedia', { params: { username: model.username }, query: {} })).playlists,
    ).toEqual(playlists);
    expect(await codeOf(person.call('listPlaylists', { query: { username: 'nobody_is_here' } }))).toBe(
      'rooms.not_found',
    );
  });

  test('of performers are read by everybody, so refused terms are no names of theirs; nothing in a name reorders it (compliance.text_refused)', async () => {
    const [model, person] = [await site.join({ type: 'model' }), await site.join()];
    const keeper = await site.join({ roles: ['model_admin'] });
    await keeper.call('changeTerms', {
      body: { add: [{ term: 'paper kite', action: 'refuse', scope: 'messages' }] },
    });
    expect(await codeOf(make(model, 'a Paper kite'))).toBe('compliance.text_refused');
    const { id } = await make(model, 'Best\u202e of');
    const rename = { params: { id: String(id) }, body: { name: 'paper kite' } };
    expect(await codeOf(model.call('changePlaylist', rename))).toBe('compliance.text_refused');
    expect((await model.call('listPlaylists', { query: {} })).playlists).toMatchObject([{ name: 'Best of' }]);
    expect(await make(person, 'my paper kite')).toMatchObject({ name: 'my paper kite' });
  });

  test('are a hundred at most, also from two pages (media_library.playlist_limit)', async () => {
    const person = await site.join();
    await sql`insert into media_playlists (account_id, name, created_at)
      select ${person.id}, 'List ' || n, now() from generate_series(1, 98) n`.execute(kysely);
    const made = await Promise.allSettled([1, 2, 3, 4, 5].map(() => make(person)));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await codeOf(make(person))).toBe('media_library.playlist_limit');
    expect(await codeOf(make(person, ' '))).toBe('common.invalid_input');
  });

  test('keep what an order does not name behind it, and nothing twice', () => {
    expect(changedEntries([1, 2, 3], { order: [3, 9, 1] })).toEqual([3, 1, 2]);
    expect(changedEntries([1, 2], { add: [2, 4], remove: [1] })).toEqual([2, 4]);
    expect(changedEntries([1], {})).toEqual([1]);
  });
});

describe('stars', () => {
  test('are given by whoever may see a media, the newest counts (media_library.locked) (media_library.not_found) (common.not_self)', async () => {
    const [model, buyer] = [await joinModel(), await site.join({ tokens: 200 })];
    const { id } = await publish(model, staff);
    const rate = (person: Member, stars: number, of = id) =>
      person.call('rateMedia', { params: { id: String(of) }, body: { stars } });
    expect(await codeOf(rate(buyer, 5))).toBe('media_library.locked');
    await buy(buyer, id);
    expect((await rate(buyer, 5)).ratings).toEqual({ average: 100, count: 1 });
    expect((await rate(buyer, 2)).ratings).toEqual({ average: 40, count: 1 });
    expect(await codeOf(rate(model, 5))).toBe('common.not_self');
    expect(await codeOf(rate(buyer, 5, 999_999))).toBe('media_library.not_found');
    expect(await codeOf(rate(buyer, 6))).toBe('common.invalid_input');
    expect((await get(buyer, id)).media!.ratings).toEqual({ average: 40, count: 1 });
  });
});

test('posts of a fan club show media of their performer to whoever may read them, each by its own right (FANCLUB-008) (common.not_found)', async () => {
  const model = await site.join({
    type: 'model',
    settings: { fanclub_enabled: true, fanclub_prices: { supporter: 100, insider: 200, legend: 400 } },
  });
  const [fan, stranger] = [await site.join({ tokens: 500 }), await site.join()];
  const [included, dear] = [
    await publish(model, staff, { fanclub_access_level: 'supporter' }),
    await publish(model, staff, { fanclub_access_level: 'legend' }),
  ];
  const write = (media_ids: number[], by = model) =>
    by.call('postToFans', { body: { text: 'Look', level: 'supporter', media_ids } });
  for (const ids of [[999_999], [(await add(model)).id], [(await publish(await joinModel(), staff)).id]])
    expect(await codeOf(write(ids))).toBe('common.not_found');
  const { post } = await write([dear.id, included.id]);
  expect(post.media.map(({ id, access_type: access }) => [id, access])).toEqual([
    [dear.id, 'owned'],
    [included.id, 'owned'],
  ]);
  await joinClub(fan, model, 'supporter', 100);
  const read = async (reader: Member) =>
    reader.call('getFanClub', { params: { username: model.username }, query: { profile: '1' } });
  const seen = await read(fan);
  expect(seen.posts[0]!.media.map(({ id, access_type: access }) => [id, access])).toEqual([
    [dear.id, 'locked'],
    [included.id, 'fanclub'],
  ]);
  expect(seen.media_counts).toEqual({ supporter: 1, insider: 0, legend: 1 });
  expect((await fan.call('getFanFeed', { query: {} })).items[0]!.media).toHaveLength(2);
  expect((await read(stranger)).posts[0]).toMatchObject({ locked: true, media: [] });
  await remove(model, included.id);
  expect((await read(fan)).posts[0]!.media.map(({ id }) => id)).toEqual([dear.id]);
});

test('what a performer has is listed by kind, as she edits it (MEDIA-LIBRARY-017)', async () => {
  const model = await joinModel();
  const [pictures, video] = [await publish(model, staff), await add(model, { type_id: 2 })];
  const idsIn = async (b: string) =>
    (await model.call('listPurchased', { params: { a: 'own', b: b as 'pictures' }, query: {} })).items.map(
      ({ id }) => id,
    );
  expect([await idsIn('pictures'), await idsIn('videos'), await idsIn('playlists')]).toEqual([
    [pictures.id],
    [video.id],
    [],
  ]);
  const { items } = await model.call('listPurchased', { params: { a: 'own', b: 'videos' }, query: {} });
  expect(items[0]).toMatchObject({ status: 'review', sales: 0, can_edit: true });
  expect(picture.length).toBeGreaterThan(0);
});
