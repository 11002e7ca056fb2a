import { verifyMediaToken } from '@klieg/contract/media';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { BEHIND_PROXY, codeOf, type Member, useTestSite } from '#site/app/testing-site.ts';
import { performersOf, seatPerformers } from '../testing-performer-store.ts';

const site = await useTestSite({ env: BEHIND_PROXY });
const { kysely } = site.database;
const performers = performersOf(200);
await seatPerformers(site, performers);
await site.site.catalog.reload();

const FROM_GERMANY = { country: 'DE' };
const guest = await site.visit(FROM_GERMANY);

type FeedAnswer = Awaited<ReturnType<typeof readFeed>>;
const readFeed = (gender: string, page = 1, who = guest) =>
  who.call('readFeed', { params: { gender }, query: { page: String(page) } });
const readSwiper = (list: string, query: Record<string, string> = {}, who = guest) =>
  who.call('readSwiper', { params: { list }, query });
const names = ({ list }: FeedAnswer) => list.map(({ user }) => user.username);
/** All items of a feed, page by page. */
async function readAll(read: (page: number) => Promise<FeedAnswer>) {
  const all: FeedAnswer['list'] = [];
  for (let page = 1; ; page++) {
    const answer = await read(page);
    all.push(...answer.list);
    if (!answer.has_more) return all;
  }
}
const namesOf = (items: FeedAnswer['list']) => items.map(({ user }) => user.username);
const isLive = ({ status }: { readonly status: string }) => status === 'online';

/** A model whose room shows a picture. */
async function goLive(options: Parameters<typeof site.join>[0] = {}): Promise<Member> {
  const model = await site.join({ type: 'model', ...options });
  await sql`insert into rooms (account_id, status, broadcast_id, stream_name, width, height, started_at)
    values (${model.id}, 'online', gen_random_uuid(), rpad('s' || ${model.id}::text, 22, 'x'), 640, 480, now())
    on conflict (account_id) do update set status = 'online', broadcast_id = excluded.broadcast_id,
      stream_name = excluded.stream_name, started_at = now()`.execute(kysely);
  await site.site.catalog.reload();
  return model;
}
/** The item of one room, wherever it stands; a fresh place makes its feed begin anew. */
const itemOf = async (model: Member, who = guest) =>
  (await readAll((page) => readFeed('girls', page, who))).find(
    ({ user }) => user.username === model.username,
  );

describe('the feed of a section', () => {
  test('shows everybody of it whose picture moves, each once, ten a page, live rooms alone (BROWSE-052) (BROWSE-058)', async () => {
    for (const [gender, code] of [
      ['girls', 'f'],
      ['men', 'm'],
      ['trans', 't'],
      ['couples', 'c'],
    ] as const) {
      const items = await readAll((page) => readFeed(gender, page));
      expect(namesOf(items).toSorted(), gender).toEqual(
        performers
          .filter((one) => one.gender === code && isLive(one))
          .map(({ username }) => username)
          .toSorted(),
      );
      for (const item of items) expect(item).toMatchObject({ kind: 'live', media: null, tip_default: 25 });
    }
    const first = await readFeed('girls');
    expect(first).toMatchObject({ gender: 'f', page: 1 });
    const girls = performers.filter((one) => one.gender === 'f' && isLive(one)).length;
    expect(girls).toBeGreaterThan(10);
    expect(first.list).toHaveLength(10);
    expect(first.has_more).toBe(true);
    expect(await readFeed('girls', 1000)).toMatchObject({ list: [], page: 1000, has_more: false });
  });

  test('stands at the names and codes of sections alone (common.not_found)', async () => {
    expect(names(await readFeed('m'))).toEqual(names(await readFeed('men')));
    for (const gender of ['robots', 'girl', 'x', 'swiper', 'constructor'])
      expect(await codeOf(readFeed(gender)), gender).toBe('common.not_found');
    expect(await codeOf(readFeed('girls', 0))).toBe('common.invalid_input');
    expect(await codeOf(readFeed('girls', 1001))).toBe('common.invalid_input');
  });

  test('has nobody who blocks the reader’s country, for nobody else', async () => {
    const inFrance = await site.visit({ country: 'FR' });
    const items = namesOf(await readAll((page) => readFeed('girls', page, inFrance)));
    expect(items.toSorted()).toEqual(
      performers
        .filter((one) => one.gender === 'f' && isLive(one) && !one.blocks.includes('FR'))
        .map(({ username }) => username)
        .toSorted(),
    );
    expect(performers.some((one) => one.gender === 'f' && isLive(one) && one.blocks.includes('FR'))).toBe(
      true,
    );
  });

  test('is the same for a guest and a member, whomever the member follows', async () => {
    const member = await site.join({ from: FROM_GERMANY });
    const order = names(await readFeed('girls'));
    await member.call('follow', { params: { username: order.at(-1)! }, body: {} });
    expect(names(await readFeed('girls', 1, member))).toEqual(order);
  });
});

describe('the right to play in the feed', () => {
  test('is what a token call would give: bound to the caller’s own session', async () => {
    const model = await goLive();
    const viewer = await site.visit({ country: 'AT' });
    const item = await itemOf(model, viewer);
    const asked = await viewer.call('getStreamToken', {
      params: { username: model.username },
      body: { want: 'ws' },
    });
    expect(item?.stream?.stream_name).toBe(asked.stream_name);
    const claimsOf = (token: string) => verifyMediaToken(site.site.mediaSecret, token, Date.now());
    const { expiresAt: _given, ...right } = claimsOf(item!.stream!.token) as { expiresAt: number };
    const { expiresAt: _asked, ...expected } = claimsOf(asked.token) as { expiresAt: number };
    expect(right).toEqual(expected);
  });

  test('is nobody’s without a cookie, since a right belongs to a session', async () => {
    const model = await goLive();
    const read = async (page: number) => {
      const address = `${site.url}/api/v1/feed/girls?page=${page}`;
      return (await (await fetch(address, { headers: { 'x-country': 'CH' } })).json()) as FeedAnswer;
    };
    const items = await readAll(read);
    expect(namesOf(items)).toContain(model.username);
    expect(items.filter(({ stream }) => stream !== null)).toEqual([]);
    expect((await itemOf(model, await site.visit({ country: 'CH' })))?.stream).not.toBeNull();
  });

  test('is not given for a room with a password, to somebody banned or to a country of the account that is blocked; the room is listed as elsewhere', async () => {
    const locked = await goLive({ settings: { cam_password: 'abc123' } });
    expect((await itemOf(locked, await site.visit({ country: 'NL' })))?.stream).toBeNull();
    const strict = await goLive();
    const viewer = await site.join({ from: { country: 'BE' } });
    await strict.call('moderate', {
      params: { username: strict.username },
      body: { username: viewer.username, action: 'ban' },
    });
    expect((await itemOf(strict, viewer))?.stream).toBeNull();
    const other = await site.visit({ country: 'LU' });
    expect((await itemOf(strict, other))?.stream).not.toBeNull();
    const choosy = await goLive({ settings: { blocked_countries: ['PT'] } });
    const abroad = await site.join({ from: { country: 'ES' }, country: 'PT' });
    expect((await itemOf(choosy, abroad))?.stream).toBeNull();
  });

  test('is not used up by passing a house: houses stand in their own lists', async () => {
    const house = await goLive();
    await sql`update accounts set is_voyeur_cam = true where id = ${house.id}`.execute(kysely);
    await site.site.catalog.reload();
    expect(await itemOf(house, await site.visit({ country: 'IE' }))).toBeUndefined();
  });
});

describe('the lists of the swiper', () => {
  const live = performers.filter(isLive).map(({ username }) => username);
  const seated = (items: FeedAnswer['list']) => namesOf(items).filter((name) => name.startsWith('listed_'));

  test('discover has everybody in an order of its own, cams in the order of all lists', async () => {
    const discover = await readAll((page) => readSwiper('discover', { page: String(page) }));
    const cams = await readAll((page) => readSwiper('cams', { page: String(page) }));
    expect(seated(discover).toSorted()).toEqual(live.toSorted());
    expect(seated(cams).toSorted()).toEqual(live.toSorted());
    expect(seated(discover)).not.toEqual(seated(cams));
    const listed = (await guest.call('browseHome', { query: { perPage: '200' } })).userList;
    const best = listed.map(({ username }) => username).filter((name) => live.includes(name));
    expect(seated(cams)).toEqual(best);
  });

  test('tag has the rooms of a tag, and a tag that nobody has is no address (common.not_found)', async () => {
    const items = await readAll((page) => readSwiper('tag', { tag: 'piano', page: String(page) }));
    expect(seated(items).toSorted()).toEqual(
      performers
        .filter((one) => isLive(one) && one.tags.includes('piano'))
        .map(({ username }) => username)
        .toSorted(),
    );
    for (const tag of ['nobody-has-this', '', '../x'])
      expect(await codeOf(readSwiper('tag', { tag })), tag).toBe('common.not_found');
    expect(await codeOf(readSwiper('tag'))).toBe('common.not_found');
    expect(await codeOf(readSwiper('robots'))).toBe('common.not_found');
  });

  test('leave out hidden genders, and name the one that is left', async () => {
    const { list, gender } = await readSwiper('cams', { 'gender-hide': 'f,t' });
    expect(gender).toBeNull();
    expect(list.every(({ user }) => user.gender === 'm' || user.gender === 'c')).toBe(true);
    expect((await readSwiper('cams', { 'gender-hide': 'f,t,c' })).gender).toBe('m');
  });

  test('end with nobody where nobody is live', async () => {
    await sql`update rooms set status = 'offline' where account_id in (
      select id from accounts where gender = 'c')`.execute(kysely);
    await site.site.catalog.reload();
    const from = await site.visit({ country: 'FI' });
    expect(await readFeed('couples', 1, from)).toMatchObject({ gender: 'c', list: [], has_more: false });
  });
});
