import { scenePath, writeClip } from '@klieg/demo';
import { isFullRun } from '@klieg/testing/run-length';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { BEHIND_PROXY, codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import {
  buy,
  decide,
  get,
  joinClub,
  joinStaff,
  mediaMakers,
  uploadReady,
} from '../../app/testing-media-store.ts';

const site = await useTestSite({ env: BEHIND_PROXY });
const { kysely } = site.database;
const staff = await joinStaff(site);
const { add, publish } = mediaMakers(site);
const prices = { supporter: 100, insider: 200, legend: 400 };
const joinModel = (more: object = {}, country?: string) =>
  site.join({
    type: 'model',
    settings: { fanclub_enabled: true, fanclub_prices: prices, ...more },
    ...(country && { country }),
  });
const listOf = (reader: Pick<Member, 'call'>, model: Member, query: object = {}) =>
  reader.call('listModelMedia', { params: { username: model.username }, query });
const idsOf = (list: readonly { readonly id: number }[]) => list.map(({ id }) => id);
const NONE = { result: false, media: null, access_type: 'locked' };
const folder = mkdtempSync(join(tmpdir(), 'klieg-clips-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('lists of rooms have what their performers sell where that is asked for, and who sells most (BROWSE-048) (BROWSE-054)', async () => {
  const [one, two, none] = [await joinModel(), await joinModel(), await joinModel()];
  const media: number[] = [];
  for (let nth = 0; nth < 5; nth++) media.push((await publish(one, staff)).id);
  const [best] = [await publish(two, staff)];
  await sql`update media set sales = case when media_id = ${best.id} then 9 else media_id - ${media[0]!} end`.execute(
    kysely,
  );
  await site.site.catalog.reload();
  const reader = await site.join();
  const query = { perPage: '200', 'gender-hide': '' };
  const plain = await reader.call('browseHome', { query });
  expect([plain.mediaList, plain.topModelList]).toEqual([[], []]);
  expect(plain.userList.every((card) => card.media.length === 0)).toBe(true);
  const list = await reader.call('browseHome', { query: { ...query, appendMedia: '1' } });
  const of = ({ username }: Member) => list.userList.find((card) => card.username === username)!.media;
  // Four of each, what sells best first.
  expect(of(one).map(({ id }) => id)).toEqual(media.slice(1).toReversed());
  expect(of(two)).toEqual([expect.objectContaining({ id: best.id, access_type: 'locked' })]);
  expect(of(none)).toEqual([]);
  expect(idsOf(list.mediaList).toSorted()).toEqual([...media.slice(1), best.id].toSorted());
  expect(list.topModelList.map(({ username }) => username)).toEqual([one.username, two.username]);
  await sql`update media set sales = 0`.execute(kysely);
});

describe('a media that waits', () => {
  test('is there for its performer and for staff alone, and for all once it is approved (MEDIA-LIBRARY-011) (MEDIA-LIBRARY-012) (MEDIA-LIBRARY-023) (MEDIA-LIBRARY-027)', async () => {
    const [model, reader] = [await joinModel(), await site.join()];
    const media = await add(model, {
      description: 'Three pictures.',
      tags: ['sea', 'sun'],
      fanclub_access_level: 'insider',
    });
    expect(media).toMatchObject({ status: 'review', access_type: 'owned', can_edit: true, sales: 0 });
    expect(await get(reader, media.id)).toEqual(NONE);
    expect((await listOf(reader, model)).mediaList).toEqual([]);
    expect((await get(staff, media.id)).access_type).toBe('preview');
    await decide(staff, media.id);
    expect((await get(reader, media.id)).result).toBe(true);
    expect((await listOf(reader, model)).mediaList.map(({ id }) => id)).toEqual([media.id]);
  });

  test.runIf(isFullRun)(
    'shows its fields, and neither its files nor a clear picture to whoever has no right (MEDIA-LIBRARY-025)',
    async () => {
      const [model, reader] = [await joinModel(), await site.join()];
      const { id } = await publish(model, staff, {
        items: [await uploadReady(model)],
        tags: ['sea'],
        fanclub_access_level: 'insider',
        description: 'By the sea.',
      });
      const { mediaList, count_total: total, per_page: perPage, topTags } = await listOf(reader, model);
      expect([total, perPage, topTags]).toEqual([1, 40, ['sea']]);
      expect(mediaList[0]).toMatchObject({
        id,
        user_id: model.id,
        username: model.username,
        user_display_name: model.username,
        slug: 'a-walk-by-the-sea',
        name: 'A walk by the sea',
        description: 'By the sea.',
        token_price: 100,
        final_price: 100,
        item_count: 1,
        type_id: 1,
        type_name: 'pictures',
        duration: null,
        muted: false,
        fanclub_access_level: 'insider',
        user_status: 'offline',
        is_free_no_auth: false,
        owned: false,
        access_type: 'locked',
        is_new: true,
        is_recent: true,
        url: `/${model.username}/media/a-walk-by-the-sea/${id}`,
      });
      const { result, media, access_type: access } = await get(reader, id);
      expect([result, access]).toEqual([true, 'locked']);
      expect(media).toMatchObject({
        is_video: false,
        price: 100,
        can_edit: false,
        prev_id: null,
        next_id: null,
      });
      expect(media!.items).toMatchObject([{ is_video: false, url: null }]);
      for (const url of [media!.thumbnail_url, media!.items[0]!.thumbnail_url]) {
        expect(url).toMatch(/-blurred\.jpg$/);
        expect((await reader.fetch(url)).status).toBe(200);
        // The clear one is no other spelling away.
        expect((await reader.fetch(url.replace('-blurred', '-thumb'))).status).toBe(404);
        expect((await reader.fetch(url.replace('-blurred', ''))).status).toBe(404);
      }
    },
  );
});

describe('the right to a media', () => {
  test.runIf(isFullRun)(
    'opens its files by addresses of the person alone, which hold a short time (MEDIA-LIBRARY-031)',
    async () => {
      const [model, buyer, other] = [
        await joinModel(),
        await site.join({ tokens: 500 }),
        await site.join({ tokens: 500 }),
      ];
      const { id } = await publish(model, staff, { items: [await uploadReady(model)] });
      await buy(buyer, id);
      const { media, access_type: access } = await get(buyer, id);
      expect([access, media!.owned, media!.price]).toEqual(['purchased', true, 0]);
      const url = media!.items[0]!.url!;
      const whole = await buyer.fetch(url);
      expect([whole.status, whole.headers.get('content-type'), whole.headers.get('cache-control')]).toEqual([
        200,
        'image/jpeg',
        'private, no-store',
      ]);
      expect((await buyer.fetch(url, { headers: { range: 'bytes=0-9' } })).status).toBe(206);
      expect((await buyer.fetch(media!.thumbnail_url)).status).toBe(200);
      // The same address of another person, of a guest, changed, or too old.
      expect((await other.fetch(url)).status).toBe(404);
      expect((await (await site.visit()).fetch(url)).status).toBe(404);
      expect((await buyer.fetch(`${url}x`)).status).toBe(404);
      expect((await buyer.fetch(url.replace(/until=\d+/, `until=${Date.now() - 1_000}`))).status).toBe(404);
      expect((await buyer.fetch(url.split('?')[0]!)).status).toBe(404);
      expect((await buyer.fetch('/files/media/nothing.jpg')).status).toBe(404);
    },
  );

  test('of a fan follows the level: its media is included, other media is cheaper by a tenth or a quarter, rounded down (FANCLUB-017) (FANCLUB-018) (FANCLUB-019) (FANCLUB-020) (CONSTANTS-014) (CONSTANTS-015) (MEDIA-LIBRARY-026)', async () => {
    const model = await joinModel();
    const levels = ['supporter', 'insider', 'legend'] as const;
    const media = await Promise.all(
      [...levels, null].map((level) =>
        publish(model, staff, { fanclub_access_level: level, token_price: 99 }),
      ),
    );
    const seenBy = async (reader: Member) =>
      Promise.all(
        media.map(async ({ id }) => {
          const found = await get(reader, id);
          return [found.access_type, found.media!.price];
        }),
      );
    const levelsSeen = await Promise.all(
      media.map(async ({ id }) => (await get(await site.join(), id)).media!.fanclub_access_level),
    );
    expect(levelsSeen).toEqual([...levels, null]);
    const locked = (price: number) => ['locked', price];
    const included = ['fanclub', 0];
    expect(await seenBy(await site.join())).toEqual([locked(99), locked(99), locked(99), locked(99)]);
    const seen = await Promise.all(
      levels.map(async (level) => {
        const fan = await site.join({ tokens: 1_000 });
        await joinClub(fan, model, level, prices[level]);
        return seenBy(fan);
      }),
    );
    expect(seen).toEqual([
      [included, locked(99), locked(99), locked(99)],
      [included, included, locked(89), locked(89)],
      [included, included, included, included],
    ]);
  });

  test('needs no log-in where a media is free without it, and does where it only costs nothing (MEDIA-LIBRARY-037)', async () => {
    const model = await joinModel();
    const [open, free] = [
      await publish(model, staff, {
        items: [await uploadReady(model)],
        is_free_no_auth: true,
        token_price: 50,
      }),
      await publish(model, staff, { token_price: 0 }),
    ];
    const guest = await site.visit();
    const { media, access_type: access } = await get(guest, open.id);
    expect([access, media!.price]).toEqual(['free', 0]);
    expect((await guest.fetch(media!.items[0]!.url!)).status).toBe(200);
    expect((await get(guest, free.id)).access_type).toBe('locked');
    expect((await get(await site.join(), free.id)).access_type).toBe('free');
  });

  test.runIf(isFullRun)(
    'a cover that its performer calls safe is shown to all, and no other picture',
    async () => {
      const model = await joinModel();
      const items = [await uploadReady(model), await uploadReady(model)];
      const { id } = await publish(model, staff, { items, cover_item: items[1]!, cover_safe: true });
      const guest = await site.visit();
      const { media } = await get(guest, id);
      expect(media!.thumbnail_url).toMatch(/-thumb\.jpg$/);
      expect((await guest.fetch(media!.thumbnail_url)).status).toBe(200);
      const first = media!.items[0]!.thumbnail_url;
      expect(first).toMatch(/-blurred\.jpg$/);
      expect((await guest.fetch(first.replace('-blurred', '-thumb'))).status).toBe(404);
    },
  );
});

describe('whoever a performer shuts out', () => {
  test('finds nothing of it in lists, pages and files; the performer and staff do (ERRORS-016) (rooms.not_found) (rooms.banned)', async () => {
    const model = await joinModel({ blocked_countries: ['FR'] });
    const media = await publish(model, staff, {
      items: [await uploadReady(model)],
      is_free_no_auth: true,
      tags: ['only-here'],
    });
    const [away, here] = [
      await site.join({ from: { address: '198.51.100.7', country: 'FR' } }),
      await site.join({ from: { address: '198.51.100.8', country: 'DE' } }),
    ];
    const { media: open } = await get(here, media.id);
    const url = open!.items[0]!.url!;
    expect((await here.fetch(url)).status).toBe(200);
    const tagged = (reader: Member) =>
      reader.call('listMedia', { params: { type: 'pictures' }, query: { tag: 'only-here' } });
    expect(idsOf((await tagged(here)).data)).toEqual([media.id]);
    expect(await get(away, media.id)).toEqual(NONE);
    expect(await codeOf(listOf(away, model))).toBe('rooms.not_found');
    expect(await codeOf(tagged(away))).toBe('media_library.not_found');
    expect((await away.fetch(url)).status).toBe(404);
    expect((await away.fetch(url.replace(/\.jpg.*/, '-blurred.jpg'))).status).toBe(404);
    await model.call('moderate', {
      params: { username: model.username },
      body: { action: 'ban', username: here.username },
    });
    expect(await get(here, media.id)).toEqual(NONE);
    expect(await codeOf(listOf(here, model))).toBe('rooms.banned');
    expect(await codeOf(buy(here, media.id))).toBe('rooms.banned');
    expect(await codeOf(tagged(here))).toBe('media_library.not_found');
    expect((await here.fetch(url)).status).toBe(404);
    expect((await get(staff, media.id)).result).toBe(true);
    expect((await get(model, media.id)).result).toBe(true);
  });

  test('and of a performer who is suspended nobody else finds anything', async () => {
    const [model, reader] = [await joinModel(), await site.join()];
    const { id } = await publish(model, staff);
    await sql`update accounts set suspended_at = now() where id = ${model.id}`.execute(kysely);
    expect(await get(reader, id)).toEqual(NONE);
    expect((await get(staff, id)).result).toBe(true);
  });
});

describe('lists', () => {
  test('are by type, tag, order and page; of a tag that nothing has there is none (MEDIA-LIBRARY-013) (ERRORS-014) (media_library.not_found)', async () => {
    const [model, reader] = [await joinModel(), await site.join({ tokens: 1_000 })];
    const tags = ['list-test'];
    const [cheap, dear, middle] = [
      await publish(model, staff, { tags, token_price: 10 }),
      await publish(model, staff, { tags, token_price: 300 }),
      await publish(model, staff, { tags, token_price: 50 }),
    ];
    const list = async (query: object, type: 'pictures' | 'picture' | 'videos' | 'video' = 'pictures') =>
      reader.call('listMedia', { params: { type }, query: { tag: 'list-test', ...query } });
    const order = async (sort_by: string) => idsOf((await list({ sort_by })).data);
    expect(await order('new')).toEqual([middle.id, dear.id, cheap.id]);
    expect(await order('price_low')).toEqual([cheap.id, middle.id, dear.id]);
    expect(await order('price_high')).toEqual([dear.id, middle.id, cheap.id]);
    await buy(reader, dear.id);
    expect((await order('popular'))[0]).toBe(dear.id);
    await reader.call('rateMedia', { params: { id: String(dear.id) }, body: { stars: 2 } });
    expect((await order('top_rated'))[0]).toBe(dear.id);
    const page = await list({}, 'picture');
    expect([page.count_total, page.per_page, page.tags.includes('list-test'), page.seo.h1]).toEqual([
      3,
      40,
      true,
      'Pictures: list-test',
    ]);
    expect((await list({ page: '2' })).data).toEqual([]);
    expect(await codeOf(list({}, 'videos'))).toBe('media_library.not_found');
    expect(
      await codeOf(
        reader.call('listMedia', { params: { type: 'pictures' }, query: { tag: 'nobody-has-it' } }),
      ),
    ).toBe('media_library.not_found');
    expect(
      await codeOf(
        reader.call('listMedia', {
          params: { type: 'pictures' },
          query: { tag: 'list-test', 'gender-hide': 'f' },
        }),
      ),
    ).toBe('media_library.not_found');
    expect((await listOf(reader, model, { type: 'recording' })).mediaList).toEqual([]);
    expect((await listOf(reader, model, { sort_by: 'price_low' })).mediaList.map(({ id }) => id)).toEqual([
      cheap.id,
      middle.id,
      dear.id,
    ]);
    // Neighbours as the performer's page shows them.
    expect((await get(reader, dear.id)).media).toMatchObject({ prev_id: middle.id, next_id: cheap.id });
  });

  test('name who sold most this month, and all who sell with what they have (MEDIA-LIBRARY-014) (MEDIA-LIBRARY-015)', async () => {
    const [model, buyer] = [await joinModel(), await site.join({ tokens: 9_000 })];
    for (const price of [10, 20, 30])
      await buy(buyer, (await publish(model, staff, { token_price: price })).id);
    const month = await buyer.call('topMediaMonth');
    expect(month.month).toBe(new Date().toISOString().slice(0, 7));
    expect(month.data[0]).toMatchObject({ user: { username: model.username }, sold: 3, rank: 1 });
    const all = await buyer.call('topMediaList', { query: {} });
    expect(all.data[0]).toMatchObject({ user: { username: model.username }, count_total: 3, rank: 1 });
    expect(all.data[0]!.media).toHaveLength(3);
    expect([all.count_total >= all.data.length, all.last_page]).toEqual([true, 1]);
  });

  test('of exclusive videos hold what clubs have and sell (MEDIA-LIBRARY-020) (MEDIA-LIBRARY-025)', async () => {
    const model = await joinModel();
    const path = join(folder, 'a.mp4');
    await writeClip({
      path,
      scenePath: scenePath('s03'),
      seed: 3,
      seconds: 1,
      hasSound: false,
      codec: 'h264',
    });
    const item = await uploadReady(model, readFileSync(path), { type_id: 2, file_name: 'a.mp4' });
    const { id } = await publish(model, staff, { type_id: 2, items: [item], fanclub_access_level: 'legend' });
    const reader = await site.join({ tokens: 200 });
    const list = await reader.call('listExclusiveVideos', { query: {} });
    expect(list).toMatchObject({ count_total: 1, last_page: 1 });
    expect(list.data).toMatchObject([{ id, type_name: 'videos', type_id: 2, muted: true, duration: 1 }]);
    await buy(reader, id);
    const { media } = await get(reader, id);
    expect(media).toMatchObject({
      is_video: true,
      items: [{ is_video: true, width: 640, height: 360, duration: 1 }],
    });
    const video = await reader.fetch(media!.items[0]!.url!, { headers: { range: 'bytes=0-99' } });
    expect([video.status, video.headers.get('content-type')]).toEqual([206, 'video/mp4']);
    expect(
      (await reader.call('listMedia', { params: { type: 'video' }, query: {} })).data.map((one) => one.id),
    ).toEqual([id]);
  });
});
