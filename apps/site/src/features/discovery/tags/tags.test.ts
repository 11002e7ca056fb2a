import { describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { BEHIND_PROXY, codeOf, useTestSite } from '#site/app/testing-site.ts';
import { type Performer, performersOf, seatPerformers } from '../testing-performer-store.ts';

const APPROVED = ['piano', 'vinyl', 'guitar', 'chess', 'yoga', 'late-night'];
const site = await useTestSite({ env: { ...BEHIND_PROXY, APPROVED_TAGS: APPROVED.join(',') } });
const performers = performersOf(300, 3);
await seatPerformers(site, performers);
await site.site.catalog.reload();

const SECTIONS = { girls: 'f', men: 'm', trans: 't', couples: 'c' } as const;
type Section = keyof typeof SECTIONS;
const isLive = ({ status }: Performer) => status !== 'offline';
const has =
  (...slugs: readonly string[]) =>
  ({ tags }: Performer) =>
    slugs.every((slug) => tags.includes(slug));
/** The rule in plain words: whoever does not block the place of the reader. */
const seenFrom = (country: string) => performers.filter(({ blocks }) => !blocks.includes(country));
const countOf = (list: readonly Performer[], slug: string) => ({
  count: list.filter(has(slug)).length,
  live: list.filter((one) => has(slug)(one) && isLive(one)).length,
});
/** Tags of performers that the operator has approved; "jazz" is theirs, and not approved. */
const SHOWN = ['chess', 'guitar', 'piano', 'vinyl', 'yoga'];

describe('the index of tags', () => {
  test.each(['DE', 'FR'])(
    'counts each approved tag and each pair exactly, live rooms too, as somebody in %s may see them (CONTENT-PAGES-022)',
    async (country) => {
      const guest = await site.visit({ country });
      const seen = seenFrom(country);
      const {
        tag_list: tags,
        tag_count: total,
        combo,
        last_page: last,
      } = await guest.call('listTags', {
        query: { page: '1', sort: 'popular' },
      });
      expect(total).toBe(SHOWN.length);
      expect(last).toBe(1);
      expect(tags.map(({ slug }) => slug).toSorted()).toEqual(SHOWN);
      for (const { slug, name, count, live, url, category } of tags) {
        expect({ count, live }, slug).toEqual(countOf(seen, slug));
        expect(name.toLowerCase()).toBe(slug);
        expect(category).toBe({ chess: 'Games', yoga: 'Sports' }[slug] ?? 'Music');
        // It leads to the section in which most have it.
        const section = url.split('/')[1] as Section;
        const inSection = (gender: string) =>
          seen.filter((one) => one.gender === gender && has(slug)(one)).length;
        expect(url).toBe(`/${section}/tag/${slug}`);
        expect(inSection(SECTIONS[section])).toBe(Math.max(...Object.values(SECTIONS).map(inSection)));
      }
      expect(combo).toHaveLength(10);
      for (const { slug, slug2, count } of combo)
        expect(count, `${slug} ${slug2}`).toBe(seen.filter(has(slug, slug2)).length);
      expect(combo.map(({ count }) => count)).toEqual(
        combo.map(({ count }) => count).toSorted((a, b) => b - a),
      );
    },
  );

  test('is sorted by all performers, by name or by those who are live, and ends after its last page (common.invalid_input)', async () => {
    const guest = await site.visit({ country: 'DE' });
    const read = async (sort: 'popular' | 'name' | 'live') =>
      (await guest.call('listTags', { query: { sort } })).tag_list;
    const [popular, named, live] = [await read('popular'), await read('name'), await read('live')];
    expect(popular.map(({ count }) => count)).toEqual(
      popular.map(({ count }) => count).toSorted((a, b) => b - a),
    );
    expect(named.map(({ slug }) => slug)).toEqual(SHOWN);
    expect(live.map((tag) => tag.live)).toEqual(live.map((tag) => tag.live).toSorted((a, b) => b - a));
    expect(await guest.call('listTags', { query: { page: '2' } })).toMatchObject({
      tag_list: [],
      tag_count: SHOWN.length,
      last_page: 1,
    });
    for (const query of [{ sort: 'random' }, { page: '0' }, { page: 'x' }])
      expect(await codeOf(guest.call('listTags', { query: query as never }))).toBe('common.invalid_input');
  });

  test('follows a room that opens at once, and says on which page each letter begins', async () => {
    const guest = await site.visit({ country: 'DE' });
    const model = performers.find((one) => has('chess')(one) && !isLive(one) && one.blocks.length === 0)!;
    const liveNow = async () =>
      (await guest.call('listTags')).tag_list.find(({ slug }) => slug === 'chess')!.live;
    const before = await liveNow();
    await sql`insert into rooms (account_id, status) select id, 'online' from accounts where username = ${model.username}
      on conflict (account_id) do update set status = 'online'`.execute(site.database.kysely);
    await site.site.catalog.reload();
    expect(await liveNow()).toBe(before + 1);
    await sql`update rooms set status = 'offline' from accounts a where a.id = account_id and a.username = ${model.username}`.execute(
      site.database.kysely,
    );
    await site.site.catalog.reload();
    expect((await guest.call('listTags')).letters).toEqual(
      ['C', 'G', 'P', 'V', 'Y'].map((letter) => ({ letter, page: 1 })),
    );
  });
});

describe('the tags of a section', () => {
  test('are counted within it and stand in their categories; the section is named by its word or its code (CONTENT-PAGES-023)', async () => {
    const guest = await site.visit({ country: 'FR' });
    for (const [section, gender] of Object.entries(SECTIONS)) {
      const own = seenFrom('FR').filter((one) => one.gender === gender);
      const answer = await guest.call('listSectionTags', { params: { gender: section } });
      expect(answer.gender).toBe(gender);
      expect(answer.tag_count).toBe(answer.tag_list.length);
      for (const { slug, count, live, url } of answer.tag_list) {
        expect({ count, live }, `${section} ${slug}`).toEqual(countOf(own, slug));
        expect(url).toBe(`/${section}/tag/${slug}`);
      }
      expect(answer.categories.map(({ name }) => name)).toEqual(['Music', 'Games', 'Sports']);
      expect(answer.categories.flatMap(({ tags }) => tags).toSorted()).toEqual(SHOWN);
      expect(answer.seo.breadcrumbList.map(({ url }) => url)).toEqual(['/', '/tags', `/tags/${section}`]);
      expect(await guest.call('listSectionTags', { params: { gender } })).toEqual(answer);
    }
  });

  test('of no section are not found (discovery.unknown_tag)', async () => {
    const guest = await site.visit();
    for (const gender of ['x', 'Girls', 'robots', 'inde'])
      expect(await codeOf(guest.call('listSectionTags', { params: { gender } })), gender).toBe(
        'discovery.unknown_tag',
      );
  });

  test('of a site without performers are none, and the first page is the last', async () => {
    await sql`update accounts set compliance_status = 'pending'`.execute(site.database.kysely);
    await site.site.catalog.reload();
    const guest = await site.visit();
    expect(await guest.call('listTags')).toEqual({
      combo: [],
      tag_list: [],
      tag_count: 0,
      last_page: 1,
      letters: [],
    });
    expect(await guest.call('listSectionTags', { params: { gender: 'girls' } })).toMatchObject({
      tag_list: [],
      tag_count: 0,
      categories: [],
    });
  });
});
