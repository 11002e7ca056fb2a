import { isLongRun } from '@klieg/testing/run-length';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { BEHIND_PROXY, useTestSite } from '#site/app/testing-site.ts';
import type { ListedModel } from '../../rooms/index.ts';
import { performersOf, seatPerformers } from '../testing-performer-store.ts';
import { makeKeptFiles } from './kept-files.ts';
import { IDS_A_PART, makeSitemap, PART_ADDRESSES_MAX } from './sitemap.ts';

const site = await useTestSite({ env: BEHIND_PROXY, isGenerous: false });
const performers = performersOf(120, 9);
await seatPerformers(site, performers);
await sql`update accounts set tags = '{secret-topic}' where username = 'listed_0000'`.execute(
  site.database.kysely,
);
await site.site.catalog.reload();

const read = async (path: string, headers: Record<string, string> = { 'x-country': 'DE' }) => {
  const answer = await fetch(`${site.url}${path}`, { headers });
  return { answer, text: await answer.text() };
};
/** The site's own name; its other names of this machine are not indexed. */
const origin = site.url.replace('127.0.0.1', 'localhost');
const ask = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${origin}${path}`, { headers: { 'x-country': 'DE', ...headers } });
  return { answer, text: await answer.text() };
};
const pathsOf = (text: string): string[] =>
  [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => {
    expect(address!.startsWith(origin)).toBe(true);
    return address!.slice(origin.length);
  });

describe('the sitemap', () => {
  test('names its parts, and they hold the lists with somebody in them, tags, texts and performers with their last change', async () => {
    const { answer, text } = await ask('/sitemap.xml');
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const parts = pathsOf(text);
    expect(parts.slice(0, 3)).toEqual(['/sitemap-lists.xml', '/sitemap-tags.xml', '/sitemap-texts.xml']);
    expect(parts.slice(3)).toEqual(['/sitemap-rooms-0.xml']);

    const lists = pathsOf((await ask('/sitemap-lists.xml')).text);
    expect(lists).toEqual(
      expect.arrayContaining(['/', '/girls', '/girls/new', '/men/language/german', '/tags', '/most-liked']),
    );
    // Nobody is in these, the others have another address or are no business of search engines.
    for (const path of [
      '/girls/language/korean',
      '/girls/versus',
      '/girls/control-her',
      '/reallifecam',
      '/jb-cams',
      '/sodastars/30days',
      '/for-you',
      '/julmodels',
      '/wifeaway',
      '/girls/private-shows/rate/18',
    ])
      expect(lists, path).not.toContain(path);
    expect(new Set(lists).size).toBe(lists.length);

    const tags = pathsOf((await ask('/sitemap-tags.xml')).text);
    expect(tags).toEqual(expect.arrayContaining(['/tags/girls', '/girls/tag/piano', '/couples/tag/chess']));
    expect(tags.filter((path) => path.includes('secret-topic'))).toEqual([]);

    const texts = (await ask('/sitemap-texts.xml')).text;
    expect(pathsOf(texts)).toEqual(
      expect.arrayContaining(['/faq', '/legal', '/legal/terms', '/faq/how-to-tip']),
    );
    expect(pathsOf(texts)).not.toContain('/wifeaway');
    expect(texts).toMatch(/<loc>[^<]+\/legal\/terms<\/loc><lastmod>2026-\d\d-\d\dT/);
  });

  test('has each performer once for the room and once for the bio, without those who block the place of who asks', async () => {
    const of = async (country: string) => {
      const { text } = await ask('/sitemap-rooms-0.xml', { 'x-country': country });
      return pathsOf(text).toSorted();
    };
    const expected = (list: typeof performers) =>
      list.flatMap(({ username }) => [`/${username}`, `/${username}/bio`]).toSorted();
    expect(await of('DE')).toEqual(expected(performers));
    expect(await of('FR')).toEqual(expected(performers.filter(({ blocks }) => blocks.length === 0)));
  });

  test('says of a room when it last opened or closed, and nothing of a bio', async () => {
    const { rows } = await sql<{ username: string; at: Date }>`
      select a.username, greatest(a.created_at, r.started_at, r.last_online_at) as at
      from accounts a left join rooms r on r.account_id = a.id where a.type = 'model'`.execute(
      site.database.kysely,
    );
    const { text } = await ask('/sitemap-rooms-0.xml');
    for (const { username, at } of rows)
      expect(text).toContain(`/${username}</loc><lastmod>${at.toISOString()}</lastmod></url>`);
    expect(text).not.toMatch(/\/bio<\/loc><lastmod>/);
  });

  test('comes compressed to who takes that and plain to others, the same; a part without anybody is empty', async () => {
    const plain = await ask('/sitemap-lists.xml', { 'accept-encoding': 'identity' });
    expect(plain.answer.headers.get('content-encoding')).toBeNull();
    const packed = await ask('/sitemap-lists.xml', { 'accept-encoding': 'gzip' });
    expect(packed.answer.headers.get('content-encoding')).toBe('gzip');
    expect(packed.text).toBe(plain.text);
    expect(pathsOf((await ask('/sitemap-rooms-7.xml')).text)).toEqual([]);
    expect(pathsOf((await ask('/sitemap-rooms-999999999999.xml')).text)).toEqual([]);
    for (const path of ['/sitemap-rooms-x.xml', '/sitemap-rooms-1.xmlx', '/sitemap-other.xml'])
      expect((await ask(path)).text).not.toContain('<urlset');
  });

  test('under another name of the machine is empty, and robots are told to stay away', async () => {
    expect((await read('/sitemap.xml')).text).not.toContain('<loc>');
    expect((await read('/sitemap-rooms-0.xml')).text).not.toContain('<loc>');
    expect((await read('/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n');
    expect((await ask('/robots.txt')).text).toContain(`Sitemap: ${origin}/sitemap.xml`);
  });
});

describe('half a million performers', () => {
  const count = 500_000;
  const at = new Date('2026-11-20T10:00:00.000Z');
  const model = {
    createdAt: at,
    approvedAt: at,
    startedAt: null,
    lastOnlineAt: null,
    blockedCountries: [],
    blockedStates: [],
  };
  const models = Array.from({ length: count }, (_, i) => ({ ...model, id: i + 1, username: `name_${i}` }));
  const sitemap = makeSitemap({
    catalog: {
      listFrom: (id, some) =>
        models.slice(Math.max(0, id - 1), Math.max(0, id - 1) + some) as unknown as ListedModel[],
    },
    tags: { ofSection: () => ({ tag_list: [] }) as never },
    indexOf: () => ({ canonical: null, robots: 'noindex' }),
    listTexts: () => [],
  });
  const place = { country: 'DE', state: null };

  test.runIf(isLongRun)(
    'stand in parts of at most 50,000 addresses, each performer in exactly one',
    async () => {
      const parts = [...[...sitemap.index('https://x', place)].join('').matchAll(/sitemap-rooms-(\d+)/g)].map(
        ([, part]) => Number(part),
      );
      expect(parts).toEqual(Array.from({ length: Math.floor(count / IDS_A_PART) + 1 }, (_, i) => i));
      const seen = new Set<string>();
      let written = 0;
      for (const part of parts) {
        const text = [...sitemap.rooms('https://x', place, part)].join('');
        const addresses = [...text.matchAll(/<loc>([^<]+)/g)].map(([, address]) => address!);
        expect(addresses.length).toBeLessThanOrEqual(PART_ADDRESSES_MAX);
        for (const address of addresses) seen.add(address);
        written += addresses.length;
      }
      expect([seen.size, written]).toEqual([count * 2, count * 2]);
    },
  );

  test('are written piece by piece, and a file that is kept is not made twice until it is old', async () => {
    let now = 0;
    const files = makeKeptFiles({ now: () => now });
    let made = 0;
    const pieces = () => {
      made += 1;
      return sitemap.rooms('https://x', place, 1);
    };
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    const [one, two] = await Promise.all([files.get('a', pieces), files.get('a', pieces)]);
    clearInterval(timer);
    expect(one).toBe(two);
    expect(made).toBe(1);
    // Other work came in between.
    expect(turns).toBeGreaterThan(0);
    expect(gunzipSync(one).toString()).toContain('/name_25000</loc>');
    now += 11 * 60_000;
    await files.get('a', pieces);
    expect(made).toBe(2);
  });

  test('files that hold nothing fill no memory, and one that is asked for again stays longest', async () => {
    const bytesMax = 100 * 1_024;
    const files = makeKeptFiles({ now: () => 0 }, bytesMax);
    let made = 0;
    const wanted = () => {
      made += 1;
      return ['wanted'];
    };
    for (let n = 0; n < 300; n++) {
      if (n % 20 === 0) await files.get('wanted', wanted);
      await files.get(`rooms ${n}`, () => []);
    }
    expect(files.bytes).toBeLessThanOrEqual(bytesMax);
    expect(made).toBe(1);
    expect([3, 19, 20, 21, 999_999_999].map((part) => sitemap.hasRooms(part))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  test('a file that could not be made is tried again', async () => {
    const files = makeKeptFiles({ now: () => 0 });
    let fails = true;
    const pieces = function* () {
      if (fails) throw new Error('no');
      yield 'text';
    };
    await expect(files.get('a', pieces)).rejects.toThrow('no');
    fails = false;
    expect(gunzipSync(await files.get('a', pieces)).toString()).toBe('text');
  });
});
