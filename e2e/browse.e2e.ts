import { expect, type Page } from '@playwright/test';
import { settlePage } from './steps.ts';
import { test } from './test.ts';

/* How somebody finds a room: lists by their addresses, filters, search as one types. */

const SECTIONS = ['girls', 'men', 'trans', 'couples'] as const;
/** Lists below a section. */
const LISTS = [
  'private-shows',
  'private-shows/cam2cam',
  'private-shows/cam2cam/top-rated',
  'private-shows/spy-cam-shows',
  'private-shows/ticket-cam-shows',
  'private-shows/exclusive-available-now',
  'private-shows/top-rated',
  'private-shows/rate/18',
  'private-shows/rate/18/60',
  'control-her',
  'new',
  'top-rated',
  'language/german',
  'region/europe',
  'tag/piano',
  'tag/piano/jazz',
  'sodastars',
  'sodastars/30days',
  'sodastars/top2000',
  'leaders',
  'versus',
  'fanclub/all',
  'fanclub/online',
];
/** Lists that stand alone. */
const ALONE = [
  'sodastars/30days',
  'sodastars/top2000',
  'fanclub/all',
  'fanclub/online',
  'voyeur-cams',
  'voyeur-cams/bedroom',
  'voyeur-cams/kitchen',
  'voyeur-cams/shower',
  'voyeur-house',
  'reallifecam',
  'casa-salsa',
  'jb-cams',
  'julmodels',
  'independent-romanian',
  'for-you',
  'top',
  'browse-role/vr',
  'browse-studio/any-studio',
  'multi-filter',
  'search',
  'search/piano',
];

const titleOf = (html: string): string => /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '';
const headingOf = (html: string): string => /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '';

test('every list has its address, its heading and its description, and an address that is none says so (BROWSE-006) (BROWSE-007) (BROWSE-012) (BROWSE-036) (BROWSE-062)', async ({
  page,
}) => {
  const paths = [
    '',
    ...SECTIONS,
    ...LISTS.map((list, at) => `${SECTIONS[at % SECTIONS.length]!}/${list}`),
    ...LISTS.map((list) => `girls/${list}`),
    ...ALONE,
  ];
  for (const path of new Set(paths)) {
    const answer = await page.request.get(`/${path}`);
    const html = await answer.text();
    expect(answer.status(), path).toBe(200);
    expect(titleOf(html), path).not.toBe('');
    expect(headingOf(html), path).not.toBe('');
  }
  for (const path of [
    'robots/new',
    'girls/newest',
    'girls/tag/nobody-has-this',
    'girls/private-shows/rate/7',
  ])
    expect((await page.request.get(`/${path}`)).status(), path).toBe(404);
});

const roomCount = async (page: Page): Promise<number> =>
  Number(/(\d+) rooms?/.exec(await page.getByRole('heading', { level: 1 }).innerText())?.[1]);

test('filters narrow the list, tell what each further one would leave, and are the address (BROWSE-007) (BROWSE-051) (BROWSE-057) (BROWSE-061)', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'All filters' }).click();
  await expect(page).toHaveURL(/\/multi-filter\?tag=is-live$/);
  await settlePage(page);
  await page.getByRole('button', { name: 'Remove filter Live' }).click();
  await expect(page).toHaveURL(/\/multi-filter$/);
  // All of them, live or not.
  await expect.poll(() => roomCount(page)).toBeGreaterThan(100);
  const all = await roomCount(page);
  const facets = page.getByRole('complementary', { name: 'Filters' });
  const spanish = facets.getByRole('checkbox', { name: /^Spanish/ });
  const promised = Number(/(\d+)$/.exec((await spanish.locator('..').innerText()).trim())?.[1]);
  expect(promised).toBeGreaterThan(0);
  // By the keyboard alone.
  await spanish.focus();
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/lang=spanish/);
  await expect.poll(() => roomCount(page)).toBe(promised);
  expect(promised).toBeLessThan(all);
  await expect(spanish).toBeFocused();
  await facets.getByRole('button', { name: /^30–59 tokens a minute/ }).click();
  await expect(page).toHaveURL(/lang=spanish&rate=30-59/);
  const address = page.url();
  await expect.poll(() => roomCount(page)).toBeLessThan(promised);
  const narrow = await roomCount(page);
  await page.reload();
  expect(page.url()).toBe(address);
  expect(await roomCount(page)).toBe(narrow);
  await page.goBack();
  await expect.poll(() => roomCount(page)).toBe(promised);
  await expect(facets.getByRole('button', { name: /^30–59 tokens a minute/ })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await page.getByRole('button', { name: 'Clear all', exact: true }).click();
  await expect.poll(() => roomCount(page)).toBe(all);
});

test('the list goes on by 30 rooms as one reads, without a room twice (BROWSE-051) (CONSTANTS-067)', async ({
  page,
}) => {
  // An address from a mail may bring more than filters.
  await page.goto('/multi-filter?utm_source=mail&source=following');
  const cards = page.locator('.card-grid-5 article a');
  await expect(cards).toHaveCount(60);
  await page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded();
  await expect(cards).toHaveCount(90);
  const links = await cards.evaluateAll((list) => list.map((link) => link.getAttribute('href')));
  expect(new Set(links).size).toBe(links.length);
});

test(
  'what is written brings performers and topics, by the arrow keys too (BROWSE-006)',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/');
    await settlePage(page);
    await page.keyboard.press('/');
    const field = page.getByRole('combobox', { name: 'Search' });
    await expect(field).toBeFocused();
    await field.pressSequentially('demo mod');
    const option = page.getByRole('option', { name: /Demo Model/ });
    await expect(option).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(option).toHaveAttribute('aria-selected', 'true');
    await expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id'))!);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toBeHidden();
    await field.press('End');
    await field.pressSequentially('e');
    await expect(option).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/demo_model$/);
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true });

  test('pages of lists say no size of their own, and have the usual one (CONSTANTS-064)', async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (/\/browse\/|\.data(\?|$)/.test(request.url())) asked.push(request.url());
    });
    await page.goto('/girls');
    await settlePage(page);
    await expect(page.locator('main article')).not.toHaveCount(0);
    await page.goto('/men?p=1');
    await settlePage(page);
    await page.goto('/');
    await settlePage(page);
    await page.getByRole('link', { name: 'Girls' }).first().click();
    await expect(page).toHaveURL(/\/girls$/);
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    expect(asked.filter((url) => url.includes('perPage'))).toEqual([]);
  });

  test(
    'filters are a sheet over the list that they change, and no list scrolls sideways (BROWSE-007)',
    { tag: '@long' },
    async ({ page }) => {
      await page.goto('/multi-filter');
      await settlePage(page);
      const all = await roomCount(page);
      await page.getByRole('button', { name: /^Filters/ }).click();
      const sheet = page.getByRole('dialog', { name: 'Filters' });
      await sheet.getByRole('checkbox', { name: /^Couples/ }).check();
      await expect(page).toHaveURL(/gender-hide=f,m,t/);
      const show = sheet.getByRole('button', { name: /^Show \d+ rooms?$/ });
      const shown = async () => Number(/\d+/.exec(await show.innerText())![0]);
      await expect.poll(shown).toBeLessThan(all);
      const promised = await shown();
      await show.click();
      await expect(sheet).toBeHidden();
      expect(await roomCount(page)).toBe(promised);
      for (const path of [
        '/multi-filter',
        '/girls/private-shows',
        '/girls/new',
        '/voyeur-cams',
        '/search/piano',
      ]) {
        await page.goto(path);
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(beyond, path).toBe(0);
      }
    },
  );
});
