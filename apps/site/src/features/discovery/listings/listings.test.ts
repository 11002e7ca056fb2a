import { describe, expect, test } from 'vitest';
import { regionOf, REGIONS } from '@klieg/contract/features/discovery/places';
import { BROWSE_LANGUAGES } from '@klieg/contract/features/discovery/filters';
import { RATE_FROM, RATE_TO } from '@klieg/contract/features/discovery/ranges';
import { sql } from 'kysely';
import { BEHIND_PROXY, codeOf, useTestSite } from '#site/app/testing-site.ts';
import { type Performer, performersOf, seatPerformers } from '../testing-performer-store.ts';

const site = await useTestSite({
  env: { ...BEHIND_PROXY, APPROVED_TAGS: 'piano,vinyl,late-show', LIVE_SHOW_TAGS: 'late-show' },
});
const performers = performersOf(300).map((one, at) => ({
  ...one,
  languages: [...new Set([...one.languages, BROWSE_LANGUAGES[at % BROWSE_LANGUAGES.length]!])],
}));
await seatPerformers(site, performers);
const { kysely } = site.database;
/** Ratings for the first hundred: ten and more for each second of them, and no two averages alike for long. */
await sql`update rooms set rating_counts = array[account_id % 3, 0, account_id % 5, 1, case when account_id % 2 = 0 then 12 else 4 end]
  from accounts a where a.id = account_id and a.username < 'listed_0100'`.execute(kysely);
await site.site.catalog.reload();

const names = (list: readonly { readonly username: string }[]) => list.map(({ username }) => username);
const guest = await site.visit({ country: 'DE' });
/** All cards of a list, page by page. */
async function listAll(path: string, query: Record<string, string> = {}): Promise<string[]> {
  const [gender = '', ...rest] = path.split('/').filter(Boolean);
  const all: string[] = [];
  for (let p = 1; ; p++) {
    const asked = { ...query, p: String(p), perPage: '200' };
    const { userList } =
      rest.length === 0
        ? await guest.call('browseGender', { params: { gender }, query: asked })
        : await guest.call('browsePath', { params: { gender, path: rest.join('/') }, query: asked });
    all.push(...names(userList));
    if (userList.length < 200) return all;
  }
}
const expectList = async (path: string, isIn: (performer: Performer) => boolean) => {
  const listed = await listAll(path);
  expect(listed.filter((name) => name.startsWith('listed_')).toSorted(), path).toEqual(
    names(performers.filter(isIn)).toSorted(),
  );
  return listed;
};
const isGirl = ({ gender }: Performer) => gender === 'f';
const isReady = ({ isPrivate, status }: Performer) =>
  isPrivate && (status === 'online' || status === 'standby');

describe('lists of a section', () => {
  test('show who is of it, live ones first (BROWSE-001) (BROWSE-002) (BROWSE-003) (BROWSE-004) (BROWSE-053)', async () => {
    for (const [slug, code] of [
      ['girls', 'f'],
      ['men', 'm'],
      ['trans', 't'],
      ['couples', 'c'],
    ] as const) {
      const listed = await expectList(`/${slug}`, ({ gender }) => gender === code);
      const states = listed.map((name) => performers.find(({ username }) => username === name)?.status);
      expect(states.lastIndexOf('online')).toBeLessThan(states.indexOf('private'));
      expect(states.lastIndexOf('private')).toBeLessThan(states.indexOf('offline'));
    }
  });

  test('take a section of the site alone, in any other place the address is unknown (BROWSE-062) (discovery.unknown_path)', async () => {
    for (const path of ['robots/new', 'girl/new', 'girls/newest', 'girls/new/more', 'girls/private-shows/x'])
      expect(await codeOf(listAll(path)), path).toBe('discovery.unknown_path');
    // Names that every object of the language answers to.
    for (const path of [
      'constructor',
      'girls/constructor',
      'girls/__proto__',
      'girls/private-shows/toString',
    ])
      expect(await codeOf(listAll(path)), path).toBe('discovery.unknown_path');
  });

  test('of privates show who would take one now, by kind and by what a minute costs (BROWSE-014) (BROWSE-017)', async () => {
    await expectList('girls/private-shows', (one) => isGirl(one) && isReady(one));
    await expectList('girls/private-shows/spy-cam-shows', (one) => isGirl(one) && one.status === 'private');
  });

  test('of privates by price have each amount alone and with each end above it, both included (BROWSE-021) (CONSTANTS-073)', async () => {
    for (const from of RATE_FROM) {
      const list = (rate: string, to: number) =>
        expectList(
          `girls/private-shows/rate/${rate}`,
          (one) => isGirl(one) && isReady(one) && one.cost >= from && one.cost <= to,
        );
      await list(`${from}`, Infinity);
      for (const to of RATE_TO) {
        const rate = `${from}/${to}`;
        if (to > from) await list(rate, to);
        else
          expect(await codeOf(listAll(`girls/private-shows/rate/${rate}`)), rate).toBe(
            'discovery.unknown_path',
          );
      }
    }
    for (const rate of ['7', '18/20', '06', '18/60/90', '-6', ''])
      expect(await codeOf(listAll(`girls/private-shows/rate/${rate}`)), rate).toBe('discovery.unknown_path');
  });

  test('of cam-to-cam, of exclusive privates and of ticket shows have those who offer it (BROWSE-015) (BROWSE-016) (BROWSE-018) (BROWSE-019) (BROWSE-020)', async () => {
    await expectList(
      'girls/private-shows/cam2cam',
      (one) => isGirl(one) && isReady(one) && one.status === 'online',
    );
    await expectList(
      'girls/private-shows/exclusive-available-now',
      (one) => isGirl(one) && isReady(one) && one.status === 'online',
    );
    const rated = await listAll('girls/private-shows/top-rated');
    expect(rated.length).toBeGreaterThan(0);
    expect(await listAll('girls/private-shows/cam2cam/top-rated')).toEqual(
      rated.filter((name) => performers.find(({ username }) => username === name)!.status === 'online'),
    );
    await kysely
      .transaction()
      .execute((transaction) =>
        sql`update rooms set status = 'limited' from accounts a where a.id = account_id and a.username = ${performers.find((one) => isGirl(one) && one.status === 'online')!.username}`.execute(
          transaction,
        ),
      );
    await site.site.catalog.reload();
    expect(await listAll('girls/private-shows/ticket-cam-shows')).toHaveLength(1);
    await sql`update rooms set status = 'online' where status = 'limited'`.execute(kysely);
    await site.site.catalog.reload();
  });

  test('of newcomers have those of the last 30 days (BROWSE-025)', async () => {
    await expectList('men/new', ({ gender, isNew }) => gender === 'm' && isNew);
  });

  test('of newcomers go by the first approval, however old the account is (BROWSE-025)', async () => {
    const old = performers.filter((one) => one.gender === 'm' && !one.isNew);
    const [late, again] = names(old) as [string, string];
    const approve = async (username: string) => {
      for (const status of ['pending', 'approved'])
        await sql`update accounts set compliance_status = ${status} where username = ${username}`.execute(
          kysely,
        );
    };
    // The one has waited for long, the other has only shown a new document.
    await sql`update accounts set approved_at = null, compliance_status = 'none' where username = ${late}`.execute(
      kysely,
    );
    await approve(late);
    await approve(again);
    await site.site.catalog.reload();
    await expectList('men/new', (one) => one.gender === 'm' && (one.isNew || one.username === late));
    const { points } = await guest.call('explainPlace', { params: { username: late } });
    expect(points.newcomer).toBeGreaterThan(2.9);
    await sql`update accounts set approved_at = created_at`.execute(kysely);
    await site.site.catalog.reload();
    await expectList('men/new', ({ gender, isNew }) => gender === 'm' && isNew);
  });

  test('by rating have those with ten ratings or more, the best first (BROWSE-026)', async () => {
    const listed = await listAll('girls/top-rated');
    const { rows } = await sql<{ username: string }>`
      select a.username from accounts a join rooms r on r.account_id = a.id
      where a.gender = 'f' and (select sum(n) from unnest(r.rating_counts) n) >= 10`.execute(kysely);
    expect(listed.toSorted()).toEqual(names(rows).toSorted());
    const { userList } = await guest.call('browsePath', {
      params: { gender: 'girls', path: 'top-rated' },
      query: { perPage: '200' },
    });
    const averages = ['online', 'private', 'standby', 'offline'].map((status) =>
      userList.filter((card) => card.status === status).map(({ ratings }) => ratings.average),
    );
    expect(new Set(averages.flat()).size).toBeGreaterThan(1);
    for (const those of averages) expect(those).toEqual(those.toSorted((a, b) => b - a));
  });

  test('by language and by region have who speaks it and who lives there (BROWSE-027) (BROWSE-028)', async () => {
    const listSome = async (path: string, isIn: (performer: Performer) => boolean) =>
      expect((await expectList(path, (one) => isGirl(one) && isIn(one))).length, path).toBeGreaterThan(0);
    expect(BROWSE_LANGUAGES).toHaveLength(15);
    for (const language of BROWSE_LANGUAGES)
      await listSome(`girls/language/${language}`, ({ languages }) => languages.includes(language));
    expect(REGIONS).toHaveLength(6);
    for (const region of REGIONS)
      await listSome(`girls/region/${region}`, ({ country }) => regionOf(country) === region);
    for (const path of [
      'girls/language/klingon',
      'girls/region/mars',
      'girls/language',
      'girls/region/usa/x',
    ])
      expect(await codeOf(listAll(path)), path).toBe('discovery.unknown_path');
  });

  test('by one tag or two have who has them all (BROWSE-029) (BROWSE-030) (discovery.unknown_tag)', async () => {
    await expectList('girls/tag/piano', (one) => isGirl(one) && one.tags.includes('piano'));
    await expectList(
      'girls/tag/piano/vinyl',
      (one) => isGirl(one) && one.tags.includes('piano') && one.tags.includes('vinyl'),
    );
    for (const path of [
      'girls/tag/robots',
      'girls/tag/Piano',
      'girls/tag/piano/robots',
      'girls/tag/a/b/c',
      `girls/tag/${'x'.repeat(40)}`,
    ])
      expect(await codeOf(listAll(path)), path).toBe('discovery.unknown_tag');
  });

  test('by a tag for live shows has texts of its own among girls, and stands with its like among all tags (BROWSE-030)', async () => {
    const [girl, man] = ['f', 'm'].map((code) => performers.find(({ gender }) => gender === code)!.username);
    await sql`update accounts set tags = tags || '{late-show}' where username in (${girl!}, ${man!})`.execute(
      kysely,
    );
    await site.site.catalog.reload();
    const seoOf = async (gender: string, tag: string) =>
      (await guest.call('browsePath', { params: { gender, path: `tag/${tag}` } })).seo;
    expect(await seoOf('girls', 'late-show')).toMatchObject({
      h1: 'Late show live shows',
      metaTitle: 'Late show live shows',
      description: 'Live shows with girls who choose the tag late show.',
    });
    expect(await seoOf('girls', 'piano')).toMatchObject({
      h1: '#piano',
      metaTitle: 'Piano live',
      description: 'Rooms about piano.',
    });
    expect(await seoOf('men', 'late-show')).toMatchObject({ h1: '#late-show', metaTitle: '#late-show' });
    const { categories } = await guest.call('listSectionTags', { params: { gender: 'girls' } });
    expect(categories).toContainEqual({ name: 'Live shows', tags: ['late-show'] });
    await sql`update accounts set tags = array_remove(tags, 'late-show')`.execute(kysely);
    await site.site.catalog.reload();
  });

  test('of toys, of matches and of fan clubs that nobody has answer with rooms to see instead while nobody is in them', async () => {
    for (const path of ['control-her', 'versus', 'fanclub/all', 'fanclub/online']) {
      const result = await guest.call('browsePath', { params: { gender: 'girls', path } });
      expect(result).toMatchObject({ userList: [], totalCount: 0, responseCode: 200 });
      expect(result.alternativeUserList.length).toBeGreaterThan(0);
      expect(
        result.alternativeUserList.every(({ gender, status }) => gender === 'f' && status !== 'offline'),
      ).toBe(true);
    }
  });

  test('of fan clubs have who has one, all of them or those who are live (FANCLUB-003) (FANCLUB-004) (BROWSE-053)', async () => {
    const withClub = new Set(
      performers.filter(({ username }) => username.endsWith('5')).map(({ username }) => username),
    );
    const setClubs = async (isOn: boolean) => {
      await sql`update accounts set settings = settings || jsonb_build_object('fanclub_enabled', ${isOn}::boolean)
        where username = any(${[...withClub]}::text[])`.execute(kysely);
      await site.site.catalog.reload();
    };
    const hasClub = ({ username }: Performer) => withClub.has(username);
    await setClubs(true);
    const isLive = ({ status }: Performer) => status !== 'offline';
    for (const [path, isIn] of [
      ['girls/fanclub/all', (one: Performer) => isGirl(one) && hasClub(one)],
      ['girls/fanclub/online', (one: Performer) => isGirl(one) && hasClub(one) && isLive(one)],
      ['men/fanclub/all', (one: Performer) => one.gender === 'm' && hasClub(one)],
    ] as const)
      expect((await expectList(path, isIn)).length, path).toBeGreaterThan(0);
    const all = await guest.call('browsePath', { params: { gender: 'girls', path: 'fanclub/all' } });
    expect(all.userList.every(({ fanclub, fan_level }) => fanclub && fan_level === null)).toBe(true);
    await setClubs(false);
    expect(await listAll('girls/fanclub/all')).toEqual([]);
  });
});

describe('lists of stars', () => {
  test('go by the likes of fans: 500 ever, the last 30 days, the most liked of all time (BROWSE-031) (BROWSE-032) (BROWSE-033) (BROWSE-036)', async () => {
    const [star, lately, once] = performers.filter((one) => isGirl(one) && one.blocks.length === 0);
    const like = (username: string, likes: number, daysAgo: number) =>
      sql`
      insert into model_likes (model_id, liker_id, day)
      select m.id, l.id, (now() at time zone 'utc')::date - ${daysAgo}::int - (n / 200)::int
      from accounts m, generate_series(1, ${likes}::int) n
        join lateral (select id from accounts order by id offset (n - 1) % 200 limit 1) l on true
      where m.username = ${username} on conflict do nothing`.execute(kysely);
    await like(star!.username, 500, 40);
    await like(lately!.username, 3, 1);
    await like(once!.username, 1, 90);
    await site.site.catalog.reload();
    expect(await listAll('girls/sodastars')).toEqual([star!.username]);
    expect(await listAll('girls/sodastars/30days')).toEqual([lately!.username]);
    expect(await listAll('sodastars/30days')).toEqual([lately!.username]);
    expect((await listAll('girls/sodastars/top2000')).toSorted()).toEqual(
      [star!, lately!, once!].map(({ username }) => username).toSorted(),
    );
    expect((await listAll('top')).toSorted()).toEqual((await listAll('sodastars/top2000')).toSorted());
    const { userList } = await guest.call('browsePath', { params: { gender: 'girls', path: 'sodastars' } });
    expect(userList[0]!.flagList).toContain('sodastar');
  });

  test('of leaders have who earned this week, most first, and say no amount (BROWSE-034)', async () => {
    const live = performers.filter(
      (one) => isGirl(one) && one.status === 'online' && one.blocks.length === 0,
    );
    const [first, second] = live;
    await sql`insert into earned_weeks (account_id, week, tokens)
      select id, date_trunc('week', now() at time zone 'utc')::date, case when username = ${first!.username} then 918273 else 40 end
      from accounts where username in (${first!.username}, ${second!.username})`.execute(kysely);
    await sql`insert into earned_weeks (account_id, week, tokens)
      select id, date_trunc('week', now() at time zone 'utc')::date - 7, 999999 from accounts where username = ${live[2]!.username}`.execute(
      kysely,
    );
    await site.site.catalog.reload();
    const result = await guest.call('browsePath', { params: { gender: 'girls', path: 'leaders' } });
    expect(names(result.userList)).toEqual([first!.username, second!.username]);
    expect(JSON.stringify(result)).not.toContain('918273');
  });
});

describe('lists that stand alone', () => {
  test('have models without a studio from Romania, models of a studio and of a role (BROWSE-013) (BROWSE-035)', async () => {
    await expectList('independent-romanian', ({ country }) => country === 'RO');
    for (const path of ['julmodels', 'browse-studio/any-studio']) expect(await listAll(path)).toEqual([]);
    await sql`update accounts set user_roles = '{vr,linked_accounts}' where username = ${performers[0]!.username}`.execute(
      kysely,
    );
    await site.site.catalog.reload();
    expect(await listAll('browse-role/vr')).toEqual([performers[0]!.username]);
    for (const role of ['dvr', 'featured', 'pps_program'])
      expect(await listAll(`browse-role/${role}`)).toEqual([]);
    // A role that says something about a person is for staff, and looks like none to others.
    expect(await codeOf(listAll('browse-role/linked_accounts'))).toBe('discovery.unknown_path');
    expect(await codeOf(listAll('browse-role/robot'))).toBe('discovery.unknown_path');
    const staff = await site.join({ roles: ['site_mod'] });
    const { userList } = await staff.call('browsePath', {
      params: { gender: 'browse-role', path: 'linked_accounts' },
    });
    expect(names(userList)).toEqual([performers[0]!.username]);
  });

  test('of houses are the same under all their names, have tabs to each other, and tell rooms apart (BROWSE-008) (BROWSE-010) (BROWSE-011) (BROWSE-012) (BROWSE-037) (BROWSE-039) (BROWSE-040) (BROWSE-041) (BROWSE-044) (BROWSE-050)', async () => {
    const house = performers.find(
      ({ blocks, status }) => blocks.length === 0 && status === 'online',
    )!.username;
    await sql`update accounts set is_voyeur_cam = true where username = ${house}`.execute(kysely);
    await sql`insert into voyeur_houses (room_id) select id from accounts where username = ${house}`.execute(
      kysely,
    );
    await sql`insert into voyeur_cameras (room_id, name, camera_id)
      select id, camera, case when camera = 'kitchen' then gen_random_uuid() end
      from accounts, unnest(array['kitchen', 'shower']) camera where username = ${house}`.execute(kysely);
    await site.site.catalog.reload();
    for (const path of [
      'voyeur-cams',
      'voyeur-house',
      'reallifecam',
      'jb-cams',
      'casa-salsa',
      'voyeur-cams/kitchen',
    ])
      expect(await listAll(path), path).toEqual([house]);
    for (const path of ['voyeur-cams/bedroom', 'voyeur-cams/shower'])
      expect(await listAll(path), path).toEqual([]);
    const { tabList, seo } = await guest.call('browseGender', { params: { gender: 'reallifecam' } });
    expect(tabList).toEqual([
      { name: 'All', url: '/voyeur-cams', active: true, count: 1 },
      { name: 'Bedroom', url: '/voyeur-cams/bedroom', active: false, count: 0 },
      { name: 'Kitchen', url: '/voyeur-cams/kitchen', active: false, count: 1 },
      { name: 'Shower', url: '/voyeur-cams/shower', active: false, count: 0 },
      { name: 'Casa Salsa', url: '/casa-salsa', active: false, count: 1 },
    ]);
    expect(seo.breadcrumbList.at(-1)).toEqual({ name: 'Voyeur cams', url: '/voyeur-cams' });
    expect(
      names((await guest.call('browseCasaSalsa', { query: { sortByConnection: '1' } })).userList),
    ).toEqual([house]);
  });

  test('of one’s own ask for a log-in, or show everybody’s to a guest (BROWSE-023) (BROWSE-024)', async () => {
    expect(await codeOf(listAll('followed'))).toBe('common.unauthenticated');
    const fan = await site.join({ from: { country: 'DE' } });
    const girls = performers.filter(
      (one) => one.tags.includes('chess') && one.status === 'online' && one.blocks.length === 0,
    );
    await fan.call('follow', { params: { username: girls[0]!.username }, body: {} } as never);
    const { userList } = await fan.call('browseGender', { params: { gender: 'followed' } });
    expect(names(userList)).toEqual([girls[0]!.username]);
    const own = await fan.call('browseGender', { params: { gender: 'for-you' }, query: { perPage: '10' } });
    const common = await guest.call('browseGender', {
      params: { gender: 'for-you' },
      query: { perPage: '10' },
    });
    const chess = (list: readonly { readonly tags: readonly string[] }[]) =>
      list.filter(({ tags }) => tags.includes('chess')).length;
    expect(chess(own.userList)).toBeGreaterThan(chess(common.userList));
    expect(own.totalCount).toBe(common.totalCount);
  });
});

describe('genders that a member hides', () => {
  const join = async () => {
    const member = await site.join({ from: { country: 'DE' } });
    await member.call('saveSettings', { body: { browse_gender_hide: ['f', 'c'] } as never });
    return member;
  };
  const gendersOf = (list: readonly { readonly gender: string }[]) =>
    [...new Set(list.map(({ gender }) => gender))].toSorted().join('');

  test('are in no list without a section, unless its address says whom to hide (SETTINGS-008)', async () => {
    const member = await join();
    const home = (query: Record<string, string> = {}, who: Pick<typeof guest, 'call'> = member) =>
      who.call('browseHome', { query: { perPage: '200', ...query } });
    expect(gendersOf((await home()).userList)).toBe('mt');
    expect((await home()).totalCount).toBe((await home({ 'gender-hide': 'f,c' }, guest)).totalCount);
    expect(gendersOf((await home({ 'gender-hide': 'm' })).userList)).toBe('cft');
    expect(gendersOf((await home({ 'gender-hide': '' })).userList)).toBe('cfmt');
    const forYou = await member.call('browseGender', {
      params: { gender: 'for-you' },
      query: { perPage: '200' },
    });
    expect(gendersOf(forYou.userList)).toBe('mt');
    const girls = await member.call('browseGender', { params: { gender: 'girls' } });
    expect(gendersOf(girls.userList)).toBe('f');
  });

  test('are in no row of the home page and nothing of the swiper, and among one’s own all the same (SETTINGS-008)', async () => {
    const member = await join();
    const { sections } = await member.call('readHomeSections');
    expect(gendersOf(sections.flatMap(({ list }) => list))).toBe('mt');
    expect(sections.map(({ key }) => key)).not.toContain('girls');
    const { list } = await member.call('readSwiper', { params: { list: 'cams' } });
    expect(gendersOf(list.map(({ user }) => user!))).not.toContain('f');
    const girl = performers.find((one) => isGirl(one) && one.blocks.length === 0)!;
    await member.call('follow', { params: { username: girl.username }, body: {} } as never);
    const followed = await member.call('browseGender', { params: { gender: 'followed' } });
    expect(names(followed.userList)).toEqual([girl.username]);
    const own = (await member.call('readCustomHome')).sections.find(({ key }) => key === 'favs_history');
    expect(names(own!.list)).toEqual([girl.username]);
    const found = await member.call('search', { params: { term: girl.username.slice(0, -1) } });
    expect(names(found.userList)).toContain(girl.username);
  });
});

describe('every list', () => {
  test('has the fields, titles and way back of the documents (BROWSE-054) (BROWSE-055) (BROWSE-056)', async () => {
    const result = await guest.call('browsePath', {
      params: { gender: 'girls', path: 'private-shows/cam2cam' },
    });
    expect(Object.keys(result).toSorted()).toEqual(
      'alternativeUserList counts isSearchEmpty mediaList perPageCount popularModelSearch popularSearchList redirect responseCode seo tabList topModelList totalCount userList'.split(
        ' ',
      ),
    );
    expect(result.seo).toMatchObject({
      h1: 'Cam2cam shows',
      metaTitle: 'Cam2cam shows',
      breadcrumbList: [
        { name: 'Home', url: '/' },
        { name: 'Girls', url: '/girls' },
        { name: 'Private shows', url: '/girls/private-shows' },
        { name: 'Cam2cam shows', url: '/girls/private-shows/cam2cam' },
      ],
    });
    expect(result.userList[0]!.flagList).toContain('cam2cam');
    expect(result.tabList.filter(({ active }) => active).map(({ name }) => name)).toEqual(['Cam2cam']);
  });

  test('says by a word each what its cards offer (BROWSE-056)', async () => {
    const [one, ticket, sound] = performers.filter(
      ({ isPrivate, status, gender }) => isPrivate && status === 'online' && gender === 'm',
    );
    const flagsOf = async ({ username }: Performer) => {
      await site.site.catalog.reload();
      return site.site.catalog.byName(username)!.flagList;
    };
    const set = (performer: Performer, settings: object) =>
      sql`update accounts set settings = settings || ${JSON.stringify(settings)}::jsonb
        where username = ${performer.username}`.execute(kysely);
    expect(await flagsOf(one!)).toEqual(expect.arrayContaining(['spy', 'cam2cam', 'exclusive']));
    await set(one!, { spy_cost: 0, fanclub_enabled: true });
    expect(await flagsOf(one!)).toContain('fanclub');
    expect(await flagsOf(one!)).not.toContain('spy');
    await set(one!, { private_enabled: false });
    expect(await flagsOf(one!)).not.toContain('exclusive');
    await set(sound!, { audio_only: true });
    expect(await flagsOf(sound!)).toContain('audio_only');
    await sql`update rooms set status = 'limited' from accounts a
      where a.id = account_id and a.username = ${ticket!.username}`.execute(kysely);
    expect(await flagsOf(ticket!)).toContain('ticket');
    // Whoever earned most this week leads; nobody else has the word.
    await sql`insert into earned_weeks (account_id, week, tokens)
      select id, date_trunc('week', now() at time zone 'utc')::date, 500 from accounts
      where username = ${ticket!.username}`.execute(kysely);
    expect(await flagsOf(ticket!)).toContain('leader');
    expect(await flagsOf(one!)).not.toContain('leader');
    await sql`update rooms set status = 'online' where status = 'limited'`.execute(kysely);
    await set(one!, { spy_cost: 6, private_enabled: true, fanclub_enabled: false });
    await set(sound!, { audio_only: false });
    await site.site.catalog.reload();
  });

  test('leaves out who blocks the place of the reader, in cards and counts', async () => {
    const blocking = names(performers.filter(({ blocks }) => blocks.length > 0));
    const read = async (country: string) =>
      (await site.visit({ country })).call('browseHome', { query: { perPage: '200' } });
    const [here, there] = [await read('DE'), await read('FR')];
    expect(here.totalCount - there.totalCount).toBe(blocking.length);
    expect(names(there.userList).filter((name) => blocking.includes(name))).toEqual([]);
    const live = (result: typeof here) => result.tabList.reduce((sum, { count }) => sum + (count ?? 0), 0);
    expect(live(here) - live(there)).toBe(
      performers.filter(({ blocks, status }) => blocks.length > 0 && status !== 'offline').length,
    );
  });

  test('shows a room that has just opened first among the newest when that is asked for', async () => {
    const model = performers.find(
      (one) => one.gender === 't' && one.status === 'online' && one.blocks.length === 0,
    )!;
    await sql`update rooms set started_at = now() + interval '1 minute' from accounts a
      where a.id = account_id and a.username = ${model.username}`.execute(kysely);
    await site.site.catalog.reload();
    expect((await listAll('trans', { new_sort: '1' }))[0]).toBe(model.username);
  });

  test('comes by the second address too, with pages of 40 (BROWSE-049) (CONSTANTS-065)', async () => {
    const result = await guest.call('browseAnyPath', { params: { path: 'girls/language/german' } });
    expect(result.perPageCount).toBe(40);
    expect(names(result.userList)).toEqual((await listAll('girls/language/german')).slice(0, 40));
    expect(await codeOf(guest.call('browseAnyPath', { params: { path: 'girls/robots' } }))).toBe(
      'discovery.unknown_path',
    );
  });
});
