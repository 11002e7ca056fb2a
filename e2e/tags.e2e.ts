import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { settlePage } from './steps.ts';
import { test } from './test.ts';

/* Tags as a way to rooms, what search engines are told of every page of lists, and filters that find nobody. */

const PAGES = new URL('../docs/wire/pages.md', import.meta.url);

const GENDERS = { girls: 'Girls', men: 'Men', trans: 'Trans', couples: 'Couples' } as const;
/** Values that the demo has somebody for, and how titles write them. */
const VALUES: Readonly<Record<string, string>> = {
  amount: '18',
  to: '60',
  language: 'german',
  region: 'europe',
  term: 'piano',
  term2: 'dance',
  slug: 'piano',
  role: 'vr',
  studio: 'any-studio',
};
const titleWord = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Addresses of section 2 that other features bring, or that need a log-in. */
const NOT_HERE =
  /^\/(?:\{gender\}\/feed|feed|games|contests|versus-leaderboard|\{gender\}\/versus-leaderboard|followed|view-history|search)/u;

interface Row {
  readonly path: string;
  readonly title: string;
  readonly index: string;
}

/** The addresses of section 2 of the pages page with what it says of each. */
function rowsOfPages(): Row[] {
  const text = readFileSync(PAGES, 'utf8');
  const section = /^## 2\. [\s\S]*?(?=^### 2\.1)/mu.exec(text)![0];
  return section
    .split('\n')
    .filter((line) => line.startsWith('| /'))
    .flatMap((line) => {
      const [route = '', title = '', , , , index = ''] = line
        .split('|')
        .slice(1)
        .map((cell) => cell.trim());
      const named = route.split(/, | and /u).filter((part) => part.startsWith('/'));
      // "/{gender}/tag/{term} and /{term2}": the second goes on from the first.
      const paths = named.map((part, at) =>
        at > 0 && /^\/\{(?:to|term2)\}$/u.test(part) ? `${named[0]}${part}` : part,
      );
      return paths.filter((path) => !NOT_HERE.test(path)).map((path) => ({ path, title, index }));
    });
}

const fill = (text: string): string =>
  text.replace(/\{(\w+)\}/gu, (whole, name: string) => VALUES[name] ?? whole);

/** One row for each section where the address names one. */
const bySection = (row: Row): (Row & { readonly section: string | undefined })[] =>
  row.path.includes('{gender}')
    ? Object.keys(GENDERS).map((section) => ({
        ...row,
        path: fill(row.path.replace('{gender}', section)),
        section,
      }))
    : [{ ...row, path: fill(row.path), section: /^\/(girls|men|trans|couples)\b/u.exec(row.path)?.[1] }];

/** What the title of a page is, by its row. */
function titleOf({ path, title, section }: Row & { readonly section: string | undefined }): string {
  if (path === '/') return 'Klieg: live cams';
  if (path === '/jb-cams') return 'Voyeur cams';
  if (path === '/julmodels') return 'Jul models';
  if (/^\/girls\/tag\/\w+$/u.test(path)) return 'Piano live';
  if (/\/tag\/\w+$/u.test(path)) return '#piano';
  if (/\/rate\/\d+$/u.test(path)) return 'Privates from 18 tokens';
  return title
    .replace('{Gender}', GENDERS[section as keyof typeof GENDERS])
    .replace('{Language}', titleWord(VALUES['language']!))
    .replace('{Region}', titleWord(VALUES['region']!))
    .replace(/\{(\w+)\}/gu, (whole, name: string) => VALUES[name] ?? whole);
}

interface Head {
  readonly title: string;
  readonly heading: string;
  readonly canonical: string | undefined;
  readonly robots: string | undefined;
  readonly facts: readonly {
    readonly '@type': string;
    readonly itemListElement: readonly Record<string, unknown>[];
  }[];
}

const plain = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/gu, '')
    .replaceAll('&#x27;', "'")
    .trim();
function headOf(html: string): Head {
  return {
    title: plain(/<title>([^<]*)<\/title>/u.exec(html)?.[1] ?? ''),
    heading: plain(/<h1[^>]*>(.*?)<\/h1>/su.exec(html)?.[1] ?? ''),
    canonical: /<link rel="canonical" href="([^"]*)"/u.exec(html)?.[1],
    robots: /<meta name="robots" content="([^"]*)"/u.exec(html)?.[1],
    facts: [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gsu)].map(
      ([, json]) => JSON.parse(json!) as Head['facts'][number],
    ),
  };
}

/** What a row of the index column means for an address that shows somebody. */
function canonicalOf({ path, index }: Row): string | null {
  if (index.startsWith('no')) return null;
  const target = /canon to (\/\S+)/u.exec(index)?.[1];
  if (target) return target;
  if (path.startsWith('/sodastars/')) return `/girls${path}`;
  if (/^\/\w+\/tag\/piano\/dance$/u.test(path)) return path.replace('piano/dance', 'dance/piano');
  return path;
}

test('every page of lists has the status, title, heading, address and robots that the pages page gives it, and the way to it', async ({
  page,
  site,
}) => {
  const rows = rowsOfPages().flatMap(bySection);
  expect(rows.length).toBeGreaterThan(100);
  for (const row of rows) {
    const { path } = row;
    const answer = await page.request.get(path);
    expect(answer.status(), path).toBe(200);
    // A demo is indexed nowhere, whatever its pages say.
    expect(answer.headers()['x-robots-tag'], path).toBe('noindex');
    const { title, heading, canonical, robots, facts } = headOf(await answer.text());
    expect(title, path).toBe(titleOf(row));
    if (path === '/multi-filter') {
      expect(robots).toBe('noindex, follow');
      expect(canonical).toBeUndefined();
      continue;
    }
    if (!['/', '/girls', '/men', '/trans', '/couples'].includes(path) && !/^\/girls\/tag\/\w+$/u.test(path))
      expect(heading, path).toBe(title);
    expect(heading, path).not.toBe('');

    const isList = !['/most-liked', '/tags'].includes(path) && !path.startsWith('/tags/');
    const count = isList
      ? (
          (await (
            await page.request.get(`/api/v1/browse/react${path === '/' ? '' : path}?perPage=1`)
          ).json()) as {
            totalCount: number;
          }
        ).totalCount
      : 1;
    const expected = canonicalOf(row);
    if (expected === null) expect(robots, path).toBe('noindex');
    else if (count === 0) expect(robots, path).toBe('noindex, follow');
    else expect(robots, path).toBeUndefined();
    expect(canonical, path).toBe(expected === null || count === 0 ? undefined : `${site.url}${expected}`);

    const way = facts.find((one) => one['@type'] === 'BreadcrumbList')!.itemListElement;
    expect(way[0], path).toMatchObject({ position: 1, name: 'Home', item: `${site.url}/` });
    const last = way.at(-1)!['item'];
    const alias = /reallifecam|voyeur-house|jb-cams/u.test(path) ? '/voyeur-cams' : path;
    expect(last, path).toBe(`${site.url}${alias}`);
    const list = facts.find((one) => one['@type'] === 'ItemList');
    expect(list !== undefined, path).toBe(canonical !== undefined);
    if (list && isList) expect(list.itemListElement.length, path).toBeGreaterThan(0);
  }
});

test('further pages, queries and tags that nobody approved are not indexed; unknown sections have no tags', async ({
  page,
}) => {
  const robotsOf = async (path: string) => headOf(await (await page.request.get(path)).text()).robots;
  for (const path of [
    '/girls?p=2',
    '/?gender-hide=f',
    '/tags?sort=name',
    '/tags?page=2',
    '/most-liked?week=last',
  ])
    expect(await robotsOf(path), path).toBe('noindex, follow');
  expect(await robotsOf('/search?q=piano')).toBe('noindex');
  // What brings a visitor here makes no other page.
  expect(await robotsOf('/girls?utm_source=mail')).toBeUndefined();
  for (const path of ['/tags/robots', '/tags/f', '/legal/wifeaway'])
    expect((await page.request.get(path)).status(), path).toBe(404);
});

test('a link to a room brings its live picture along, which everybody may fetch, and says whose room it is', async ({
  page,
  site,
  playwright,
}) => {
  await expect
    .poll(async () => (await page.request.get('/marlowe_diallo')).text())
    .toContain('twitter:card" content="summary_large_image');
  const html = await (await page.request.get('/marlowe_diallo')).text();
  const image = /<meta property="og:image" content="([^"]*)"/u.exec(html)![1]!.replaceAll('&amp;', '&');
  const stranger = await playwright.request.newContext();
  await expect.poll(async () => (await stranger.get(image)).headers()['content-type']).toMatch(/^image\//u);
  await stranger.dispose();
  const { canonical, facts } = headOf(html);
  expect(canonical).toBe(`${site.url}/marlowe_diallo`);
  expect(facts.map((one) => one['@type'])).toEqual(['ProfilePage', 'BreadcrumbList']);
});

test('a landing page has its own words over the list whose address search engines keep (BROWSE-009)', async ({
  page,
  site,
}) => {
  await page.goto('/wifeaway');
  await expect(page.getByRole('heading', { level: 1, name: 'An evening to yourself' })).toBeVisible();
  await expect(page.getByText('Looking in is free.')).toBeVisible();
  const rooms = page.locator('.card-grid article');
  expect(await rooms.count()).toBeGreaterThan(0);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${site.url}/girls`);
  const girls = (await (await page.request.get('/api/v1/browse/react/girls?perPage=98')).json()) as {
    userList: { username: string }[];
  };
  const names = await rooms
    .locator('> a')
    .evaluateAll((list) => list.map((link) => link.getAttribute('href')));
  expect(new Set(names)).toEqual(new Set(girls.userList.map(({ username }) => `/${username}`)));
});

const isWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

for (const { width, height } of [
  { width: 360, height: 760 },
  { width: 1440, height: 900 },
])
  test.describe(`at ${width} pixels`, () => {
    test.use({ viewport: { width, height }, hasTouch: width < 720 });

    test(
      'tags lead to rooms: by sight, by letters and by the keyboard alone (CONTENT-PAGES-009) (CONTENT-PAGES-010)',
      { tag: width === 1440 ? '@long' : [] },
      async ({ page }) => {
        await page.goto('/tags');
        await settlePage(page);
        expect(await isWide(page)).toBe(0);
        const tiles = page.locator('.tag-tile');
        const count = await tiles.count();
        expect(count).toBeGreaterThan(5);
        const least = width < 720 ? 44 : 24;
        for (const target of [
          tiles.first(),
          page.getByRole('navigation', { name: 'Letters' }).locator('a').first(),
        ]) {
          const box = (await target.boundingBox())!;
          expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(least);
        }

        // A letter leads to where its tags begin, under the header.
        await page.getByRole('navigation', { name: 'Letters' }).getByRole('link', { name: 'V' }).click();
        await expect(page).toHaveURL(/\/tags\?sort=name#letter-v$/u);
        await expect(page.getByRole('heading', { level: 2, name: 'V', exact: true })).toBeInViewport();
        await expect(page.getByRole('link', { name: /^Vinyl:/u })).toBeVisible();

        await page.goto('/tags/girls');
        await settlePage(page);
        expect(await isWide(page)).toBe(0);
        const field = page.getByRole('searchbox', { name: 'Find a tag' });
        await field.focus();
        await page.keyboard.type('pia');
        await expect(tiles).toHaveCount(1);
        await page.keyboard.press('ArrowDown');
        await expect(tiles.first()).toBeFocused();
        await page.keyboard.press('ArrowUp');
        await expect(field).toBeFocused();
        await page.keyboard.press('Escape');
        await expect(field).toHaveValue('');
        await page.keyboard.type('zzzz');
        await expect(page.getByText('No tag here contains “zzzz”')).toBeVisible();
        await field.fill('piano');
        await page.keyboard.press('Enter');
        await expect(page).toHaveURL(/\/girls\/tag\/piano$/u);
        await expect(page.getByRole('heading', { level: 1, name: '#piano' })).toBeVisible();
        // The number on the tile was that of the list.
        const { totalCount } = (await (
          await page.request.get('/api/v1/browse/react/girls/tag/piano')
        ).json()) as {
          totalCount: number;
        };
        const tags = (await (await page.request.get('/api/v1/tags/girls')).json()) as {
          tag_list: { slug: string; count: number }[];
        };
        expect(tags.tag_list.find(({ slug }) => slug === 'piano')!.count).toBe(totalCount);
      },
    );

    test('popular tags lead to all of them', async ({ page }) => {
      // Of section and home page those that have live rooms with three tags.
      const all = page.getByRole('link', { name: 'All tags' });
      await expect(async () => {
        await page.goto('/');
        await settlePage(page);
        await expect(all).toBeVisible({ timeout: 1_000 });
      }).toPass();
      await all.click();
      await expect(page).toHaveURL(/\/tags$/u);
    });

    test('filters that find nobody say which to let go, and letting it go brings what was promised', async ({
      page,
    }) => {
      await page.goto('/multi-filter?lang=spanish&tag=is-spy');
      await settlePage(page);
      await expect(page.getByText('No rooms match all 2 filters')).toBeVisible();
      expect(await isWide(page)).toBe(0);
      const row = page.locator('.drop-list button').first();
      const promised = Number(/([\d,]+) rooms?/u.exec(await row.innerText())![1]!.replace(',', ''));
      expect(promised).toBeGreaterThan(0);
      const list = (await page.locator('.drop-list').boundingBox())!;
      expect(list.x + list.width).toBeLessThanOrEqual(width);
      await row.focus();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/multi-filter\?lang=spanish$/u);
      await expect
        .poll(async () => (await page.getByRole('heading', { level: 1 }).innerText()).replace(',', ''))
        .toMatch(new RegExp(`^${promised} rooms?`, 'u'));
    });
  });
