import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { BEHIND_PROXY, codeOf, useTestSite } from '#site/app/testing-site.ts';
import { performersOf, seatPerformers } from '../testing-performer-store.ts';

const site = await useTestSite({ env: BEHIND_PROXY });
const performers = performersOf(120, 3).map((one) => ({ ...one, blocks: [] }));
await seatPerformers(site, performers);
await site.site.catalog.reload();
const guest = await site.visit({ country: 'DE' });
const live = performers.filter(({ status }) => status !== 'offline');

describe('the custom home page', () => {
  test('has the documented sections with live rooms, and the lists that they come from (HOME-003) (HOME-004) (HOME-008) (HOME-009) (HOME-010) (HOME-011) (HOME-014) (HOME-021)', async () => {
    const { sections, sectionList, available } = await guest.call('readCustomHome');
    expect(sectionList).toEqual(available);
    expect(available).toHaveLength(12);
    const section = (key: string) => sections.find((one) => one.key === key)!;
    expect(section('new_trending')).toMatchObject({
      url: '/girls/new',
      total: live.filter(({ isNew }) => isNew).length,
    });
    for (const [key, prefix] of [
      ['age_range', '/multi-filter?tag=age-'],
      ['continent', '/girls/region/'],
      ['country', '/search/'],
      ['language', '/girls/language/'],
      ['tags', '/girls/tag/'],
    ] as const) {
      const { value, url, list, total } = section(key);
      expect(value, key).not.toBeNull();
      expect(url, key).toMatch(new RegExp(`^${prefix.replace('?', '\\?')}`));
      expect(list.length).toBe(Math.min(12, total));
      expect(list.every(({ status }) => status !== 'offline')).toBe(true);
    }
    const { value, total } = section('language');
    const counts = ['english', 'german', 'spanish', 'romanian'].map(
      (one) => live.filter(({ languages }) => languages.includes(one)).length,
    );
    expect(total).toBe(Math.max(...counts));
    expect(live.filter(({ languages }) => languages.includes(value!)).length).toBe(total);
  });

  test('has those of an ethnicity, the top rated, their privates and houses (HOME-005) (HOME-006) (HOME-007) (HOME-013)', async () => {
    const { kysely } = site.database;
    const ready = live.filter(({ isPrivate, status }) => isPrivate && status === 'online');
    const [house, ...rated] = ready.slice(0, 7).map(({ username }) => username);
    await sql`update accounts set tags = tags || '{latin}' where username = any(${rated})`.execute(kysely);
    await sql`update accounts set is_voyeur_cam = true where username = ${house}`.execute(kysely);
    await sql`update rooms set rating_counts = array[0, 0, 0, 2, 18 + rank]
      from accounts a join unnest(${rated}::text[]) with ordinality as one (username, rank) using (username)
      where a.id = account_id`.execute(kysely);
    await site.site.catalog.reload();
    const { sections } = await guest.call('readCustomHome');
    const names = (key: string) =>
      sections.find((one) => one.key === key)?.list.map(({ username }) => username);
    expect(sections.find(({ key }) => key === 'ethnicity')).toMatchObject({ value: 'latin', total: 6 });
    expect(sections.find(({ key }) => key === 'ethnicity')!.url).toMatch(/^\/girls\/tag\/latin$/);
    // Equal averages: the most rated first.
    expect(names('top_rated_models')).toEqual(rated.toReversed());
    expect(names('top_rated_privates')).toEqual(rated.toReversed());
    expect(names('voyeur_cams')).toEqual([house]);
    await sql`update accounts set is_voyeur_cam = false where username = ${house}`.execute(kysely);
    await sql`update accounts set tags = array_remove(tags, 'latin')`.execute(kysely);
    await sql`update rooms set rating_counts = array[0, 0, 0, 0, 0]`.execute(kysely);
    await site.site.catalog.reload();
  });

  test('has whose profile says the ethnicity, as whose tags do, and so has the list that it leads to (HOME-005)', async () => {
    const { kysely } = site.database;
    const girls = live.filter(({ gender }) => gender === 'f').map(({ username }) => username);
    const [tagged, ...told] = girls.slice(0, 5) as [string, ...string[]];
    await sql`update accounts set tags = tags || '{middle-eastern}' where username = ${tagged}`.execute(
      kysely,
    );
    await sql`insert into profiles (account_id, ethnicity)
      select id, 'middle_eastern' from accounts where username = any(${told})`.execute(kysely);
    await site.site.catalog.reload();
    const { sections } = await guest.call('readCustomHome');
    const section = sections.find(({ key }) => key === 'ethnicity');
    expect(section).toMatchObject({
      title: 'Middle eastern',
      value: 'middle-eastern',
      url: '/girls/tag/middle-eastern',
      total: 5,
    });
    const { userList } = await guest.call('browsePath', {
      params: { gender: 'girls', path: 'tag/middle-eastern' },
    });
    expect(userList.map(({ username }) => username).toSorted()).toEqual(girls.slice(0, 5).toSorted());
    await sql`delete from profiles where ethnicity = 'middle_eastern'`.execute(kysely);
    await sql`update accounts set tags = array_remove(tags, 'middle-eastern')`.execute(kysely);
    await site.site.catalog.reload();
  });

  test('has rooms that are near their goal, from three quarters on until it is reached, and leads to all of them (HOME-012)', async () => {
    const { kysely } = site.database;
    const rooms = live.slice(0, 8).map(({ username }) => username);
    const raised = [75, 80, 90, 99, 85, 74, 100, 10];
    await sql`insert into room_apps (room_id, type, is_exclusive, config, state, feed_number, told_number, version)
      select a.id, 1, true, '{"label": "A song", "target": 100}', jsonb_build_object('status',
        case when one.raised >= 100 then 'reached' else 'running' end, 'step', 0, 'round', 1, 'raised', one.raised,
        'roundFrom', 0, 'carried', null, 'reachedAt', null, 'lastUsername', null), 0, 0, 1
      from unnest(${rooms}::text[], ${raised}::int[]) as one (username, raised) join accounts a using (username)`.execute(
      kysely,
    );
    await site.site.catalog.reload();
    const { sections } = await guest.call('readCustomHome');
    const section = sections.find(({ key }) => key === 'near_goal')!;
    expect(section).toMatchObject({ url: '/multi-filter?tag=is-goal', total: 5 });
    const names = (list: readonly { readonly username: string }[]) => list.map(({ username }) => username);
    expect(names(section.list).toSorted()).toEqual(rooms.slice(0, 5).toSorted());
    expect(section.list.every(({ flagList }) => flagList.includes('near_goal'))).toBe(true);
    const all = await guest.call('browseFiltered', { query: { tag: 'is-goal' } });
    expect(names(all.userList)).toEqual(names(section.list));
    await sql`delete from room_apps`.execute(kysely);
    await site.site.catalog.reload();
  });

  test('has see-all with five or more alone (HOME-020)', async () => {
    const { sections } = await guest.call('readCustomHome', { query: { 'gender-hide': 'f,m,t' } });
    expect(sections.length).toBeGreaterThan(3);
    for (const { url, total, key } of sections) expect(url !== null, key).toBe(total >= 5);
    expect(sections.find(({ key }) => key === 'new_trending')?.url ?? '/couples/new').toBe('/couples/new');
  });

  test('has the sections that a member chose, in that order, and one’s own favourites (HOME-002) (HOME-016) (HOME-019)', async () => {
    const fan = await site.join({ from: { country: 'DE' } });
    const choose = (sectionList: readonly string[]) =>
      fan.call('keepCustomHome', { body: { sectionList } as never });
    expect(await choose(['tags', 'favs_history', 'language'])).toEqual({
      status: 1,
      sectionList: ['tags', 'favs_history', 'language'],
      message: 'Preference updated.',
    });
    const away = performers.find(({ status }) => status === 'offline')!;
    await fan.call('follow', { params: { username: away.username }, body: {} } as never);
    const { sections, sectionList } = await fan.call('readCustomHome');
    expect(sectionList).toEqual(['tags', 'favs_history', 'language']);
    expect(sections.map(({ key }) => key)).toEqual(['tags', 'favs_history', 'language']);
    expect(sections[1]!.list.map(({ username }) => username)).toEqual([away.username]);
    for (const list of [[], ['tags', 'tags'], ['robots'], Array.from({ length: 13 }, () => 'tags')])
      expect(await codeOf(choose(list))).toBe('common.invalid_input');
    expect(await codeOf(guest.call('keepCustomHome', { body: { sectionList: ['tags'] } }))).toBe(
      'common.unauthenticated',
    );
    expect((await fan.call('readCustomHome')).sectionList).toEqual(['tags', 'favs_history', 'language']);
  });
});

test('a choice that cannot be kept is told, and the one before stays (discovery.preference_failed)', async () => {
  const fan = await site.join({ from: { country: 'DE' } });
  const choose = (key: 'tags' | 'language') => fan.call('keepCustomHome', { body: { sectionList: [key] } });
  await choose('tags');
  await sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$;
    create trigger refuse before update on accounts for each row execute function refuse()`.execute(
    site.owner.kysely,
  );
  try {
    expect(await codeOf(choose('language'))).toBe('discovery.preference_failed');
  } finally {
    await sql`drop trigger refuse on accounts; drop function refuse()`.execute(site.owner.kysely);
  }
  expect((await fan.call('readCustomHome')).sectionList).toEqual(['tags']);
});

describe('the classic home page', () => {
  test('has newcomers, privates and each gender that the reader wants to see (HOME-015)', async () => {
    const { sections } = await guest.call('readHomeSections', { query: { 'gender-hide': 'm' } });
    expect(sections.map(({ key }) => key)).toEqual(['new', 'privates', 'girls', 'trans', 'couples']);
    const girls = sections.find(({ key }) => key === 'girls')!;
    expect(girls).toMatchObject({ url: '/girls', total: live.filter(({ gender }) => gender === 'f').length });
  });
});

test('a performer who keeps out of the home page is in none of its parts, and in every list and search', async () => {
  const one = live.find(({ gender, status }) => gender === 'f' && status === 'online')!;
  const namesIn = async (path: '' | 'girls') => {
    const { userList, totalCount } =
      path === ''
        ? await guest.call('browseHome', { query: { perPage: '200' } })
        : await guest.call('browseGender', { params: { gender: path }, query: { perPage: '200' } });
    return { names: userList.map(({ username }) => username), totalCount };
  };
  const before = await namesIn('');
  expect(before.names).toContain(one.username);
  await sql`update accounts set settings = settings || '{"show_home": "NO"}' where username = ${one.username}`.execute(
    site.database.kysely,
  );
  await site.site.catalog.reload();
  const after = await namesIn('');
  expect(after.names).not.toContain(one.username);
  expect(after.totalCount).toBe(before.totalCount - 1);
  for (const { list } of (await guest.call('readHomeSections', { query: {} })).sections)
    expect(list.map(({ username }) => username)).not.toContain(one.username);
  expect((await namesIn('girls')).names).toContain(one.username);
  const { models } = await guest.call('suggest', { query: { q: one.username } });
  expect(models.map(({ username }) => username)).toContain(one.username);
});
