import { expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { logIn, settlePage } from './steps.ts';
import { test } from './test.ts';

/* Press, contests, e-sports, support, links to other sites and documents to sign, as visitors and staff meet them. */

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await settlePage(page);
};
const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });
const canonicalOf = (page: Page) => page.locator('link[rel=canonical]').getAttribute('href');

async function expectGood(page: Page, what: string): Promise<void> {
  await inEveryLook(page, async (look) => {
    expect(await overhangOf(page), `${what}, ${look.name}: wider than the window`).toBeLessThanOrEqual(0);
    expect(await findings(page, look), `${what}, ${look.name}`).toEqual([]);
    const shots = process.env['SHOTS'];
    const name = `${what.replaceAll(/\W+/gu, '-')} ${look.name}`.replaceAll(' ', '-');
    if (shots) await page.screenshot({ path: `${shots}/${name}.png` });
  });
}

for (const width of [1440, 360])
  test(
    `pages of text at ${width} px: support, e-sports, press by outlet, contests (CONTENT-PAGES-001, CONTENT-PAGES-003, CONTENT-PAGES-004, CONTENT-PAGES-005)`,
    { tag: width === 1440 ? '@long' : [] },
    async ({ page, baseURL }) => {
      await page.setViewportSize({ width, height: 800 });
      await test.step('support says how to reach a person, and takes a message', async () => {
        await open(page, '/support');
        await expect(heading(page)).toHaveText('Support');
        await expect(page.getByText('name the number of the order')).toBeVisible();
        await expect(page.getByLabel('Your message')).toBeVisible();
        await expect(
          page.getByRole('main').getByRole('link', { name: 'complaint', exact: true }),
        ).toBeVisible();
      });
      await test.step('e-sports has a text of its own, found from the pages of help', async () => {
        const rail = page.getByRole('navigation', { name: 'Help and law' });
        await rail.getByRole('link', { name: 'E-sports' }).click();
        await expect(page).toHaveURL(/\/esports$/u);
        await expect(heading(page)).toHaveText('E-sports');
        expect(await canonicalOf(page)).toMatch(/\/esports$/u);
        await expect(page.getByRole('heading', { name: 'How to ask' })).toBeVisible();
      });
      await test.step('press lists articles, all or of one outlet, which the address keeps', async () => {
        const html = await (await page.request.get('/press')).text();
        expect(html).toMatch(/<h1[^>]*>Press<\/h1>/u);
        await open(page, '/press');
        const entries = page.getByRole('article');
        await expect(entries).toHaveCount(3);
        expect(await canonicalOf(page)).toMatch(/\/press$/u);
        const outlets = page.getByRole('navigation', { name: 'Outlet' });
        await outlets.getByRole('link', { name: 'Stage Review 2' }).click();
        await expect(page).toHaveURL(/\/press\?outlet=stage-review$/u);
        await expect(entries).toHaveCount(2);
        await page.reload();
        await expect(entries).toHaveCount(2);
        await expect(outlets.getByRole('link', { name: 'Stage Review 2' })).toHaveAttribute(
          'aria-current',
          'page',
        );
        expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex, follow');
        await outlets.getByRole('link', { name: 'All outlets' }).click();
        await expect(entries).toHaveCount(3);
        await open(page, '/press?outlet=nobody');
        await expect(page.getByText('This outlet or page has no entry.')).toBeVisible();
      });
      await test.step('contests tell their days, prizes and places', async () => {
        await open(page, '/contests');
        await expect(heading(page)).toHaveText('Contests');
        expect(await canonicalOf(page)).toMatch(/\/contests$/u);
        const running = page.getByRole('region', { name: 'Lights of the month' });
        await expect(running.getByText('Running', { exact: true })).toBeVisible();
        await expect(running.getByText('5,000 tokens')).toBeVisible();
        await expect(running.getByRole('time')).toHaveCount(2);
        const places = running.getByRole('list', { name: 'Current places' }).getByRole('listitem');
        await expect(places.first()).toContainText(/\d+ points?$/u);
        expect(await places.count()).toBeLessThanOrEqual(20);
        await expect(page.getByRole('region', { name: 'The long night' })).toContainText('Begins later');
      });
      const sitemap = await (await page.request.get('/sitemap-lists.xml')).text();
      const texts = await (await page.request.get('/sitemap-texts.xml')).text();
      // The sites of the demo are in no index: their sitemaps may be empty.
      if (sitemap.includes('/most-liked')) {
        expect(sitemap).toContain(`${baseURL}/press`);
        expect(texts).toContain(`${baseURL}/esports`);
      }
    },
  );

test(
  'an article is left for by a page that names its host and leads nowhere by itself; a key that is unknown, used up or ended is no page (CONTENT-PAGES-012)',
  { tag: '@long' },
  async ({ page, browser }) => {
    await open(page, '/press?outlet=open-source-weekly');
    await page.getByRole('link', { name: 'A video marketplace that fits on one machine' }).click();
    await expect(page).toHaveURL(/\/redir\/[\w-]{22,43}$/u);
    await expect(heading(page)).toHaveText('You are leaving this site');
    await expect(page.getByText('oss-weekly.example.org', { exact: true })).toBeVisible();
    const out = page.getByRole('link', { name: 'Go to oss-weekly.example.org' });
    await expect(out).toHaveAttribute('href', 'https://oss-weekly.example.org/2026/klieg');
    await expect(out).toHaveAttribute('rel', 'noopener noreferrer');
    await expectGood(page, 'leaving the site');
    const answer = await page.request.get(new URL(page.url()).pathname);
    expect(answer.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
    await page.getByRole('button', { name: 'Stay here' }).click();
    await expect(page).toHaveURL(/\/press\?outlet=/u);
    for (const key of ['x'.repeat(22), 'short', 'x'.repeat(60)])
      expect((await page.request.get(`/redir/${key}`)).status(), key).toBe(404);

    const admin = await browser.newPage();
    await logIn(admin, 'demo_admin', '/login?promo_form=0');
    await admin.goto('/admin/redir');
    await admin.getByRole('button', { name: 'New link' }).first().click();
    await admin.getByLabel('Address').fill('https://once.example.org/page');
    await admin.getByLabel('How many people may use it').fill('1');
    await admin.getByRole('button', { name: 'Create the link' }).click();
    const made = admin.getByRole('link', { name: 'https://once.example.org/page' });
    const path = (await made.getAttribute('href'))!;
    await expectGood(admin, 'outside links at the desk');
    await open(page, path);
    await expect(page.getByRole('link', { name: 'Go to once.example.org' })).toBeVisible();
    // The one who has used it may come back; for the next it is used up.
    await page.reload();
    await expect(page.getByRole('link', { name: 'Go to once.example.org' })).toBeVisible();
    const late = await (await browser.newContext()).newPage();
    await late.goto(path);
    await expect(late.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expect(late.getByRole('link', { name: /^Go to/u })).toHaveCount(0);
    await admin.goto('/admin/redir');
    await expect(admin.getByText('Used up')).toBeVisible();
    await late.context().close();
    await admin.close();
  },
);

test(
  'staff sends a document; its signer reads and signs it on a phone, saves the file, and a second tab learns of it (CONTENT-PAGES-011, CONTENT-PAGES-026)',
  { tag: '@long' },
  async ({ page, browser }) => {
    const admin = await browser.newPage();
    await logIn(admin, 'demo_admin', '/login?promo_form=0');
    await admin.goto('/admin/legal');
    const sendNew = async (): Promise<string> => {
      await admin.getByRole('button', { name: 'Send a document' }).first().click();
      const dialog = admin.getByRole('dialog');
      await dialog.getByLabel('Username or email').fill('signer@example.org');
      await dialog.getByLabel('Signer’s full name').fill('Ada Lamp');
      await dialog.getByRole('button', { name: 'Send' }).click();
      const link = await dialog.getByLabel('Link').inputValue();
      await dialog.getByRole('button', { name: 'Done' }).click();
      return new URL(link).pathname;
    };
    const path = await sendNew();
    expect(path).toMatch(/^\/legal\/[\w-]{43}$/u);

    await page.setViewportSize({ width: 360, height: 800 });
    await test.step('it loads in the browser, is in no index and tells its address to nobody', async () => {
      const answer = await page.request.get(path);
      expect(answer.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
      expect(await answer.text()).not.toContain('Who may perform');
      let goOn: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (goOn = resolve));
      await page.route('**/api/v1/legal/document/*', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(path);
      await expect(page.getByRole('main').locator('[aria-busy=true]')).toBeVisible();
      goOn();
      await page.unroute('**/api/v1/legal/document/*');
      await expect(heading(page)).toHaveText('Sign a document');
      await expect(page.getByRole('heading', { name: 'Who may perform' })).toBeVisible();
      await settlePage(page);
      await expectGood(page, 'a document to sign');
    });
    const second = await page.context().newPage();
    await second.goto(path);
    await expect(second.getByLabel('Your full name')).toBeVisible();
    await test.step('a name is needed; with it, the document is signed and its file opens', async () => {
      await page.getByRole('button', { name: 'Sign the document' }).click();
      await expect(page.getByText('Please type your full name.')).toBeVisible();
      await page.getByLabel('Your full name').fill('Ada Lamp');
      await page.getByRole('button', { name: 'Sign the document' }).click();
      await expect(page.getByText('The document is signed')).toBeVisible();
      const file = await page.getByRole('link', { name: 'Save it as PDF' }).getAttribute('href');
      expect((await page.request.get(file!)).headers()['content-type']).toBe('application/pdf');
      await page.reload();
      await expect(page.getByText('The document is signed')).toBeVisible();
    });
    await test.step('another tab that signs again is told that it is signed', async () => {
      await second.getByLabel('Your full name').fill('Somebody Else');
      await second.getByRole('button', { name: 'Sign the document' }).click();
      await expect(second.getByText('The document is signed')).toBeVisible();
      await expect(second.getByRole('button', { name: 'Sign the document' })).toHaveCount(0);
      await second.close();
    });
    await test.step('staff sees who has signed', async () => {
      await admin.reload();
      const row = admin.getByRole('row', { name: /Model agreement/u }).first();
      await expect(row).toContainText('Ada Lamp');
      await expect(row).toContainText('Signed');
      await expectGood(admin, 'documents at the desk');
    });
    await test.step('an unknown link says so, and what does not arrive can be tried again', async () => {
      await open(page, `/legal/${'x'.repeat(43)}`);
      await expect(page.getByText('This document does not exist or the link has expired')).toBeVisible();
      const next = await sendNew();
      await page.route('**/api/v1/legal/document/*', (route) => route.abort());
      await page.goto(next);
      await expect(page.getByText('The document did not load')).toBeVisible();
      await page.unroute('**/api/v1/legal/document/*');
      await page.getByRole('button', { name: 'Try now' }).click();
      await expect(page.getByLabel('Your full name')).toBeVisible();
    });
    await test.step('an expired one is read, and cannot be signed', async () => {
      const next = await sendNew();
      await page.route('**/api/v1/legal/document/*', async (route) => {
        const answer = await route.fetch();
        const document = (await answer.json()) as object;
        await route.fulfill({
          response: answer,
          json: { ...document, status: 'expired', expired: true, secret: '' },
        });
      });
      await page.goto(next);
      await expect(page.getByText('This document has expired')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Who may perform' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Sign the document' })).toHaveCount(0);
    });
    await admin.close();
  },
);

test(
  'staff adds and removes a press entry and a contest, and their pages follow',
  { tag: '@long' },
  async ({ page }) => {
    await logIn(page, 'demo_admin', '/login?promo_form=0');
    await page.goto('/admin/press');
    await page.getByRole('button', { name: 'New entry' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Outlet').fill('Evening Lamp');
    await dialog.getByLabel('Title').fill('A word about light');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('An address that begins with https://')).toBeVisible();
    await dialog.getByLabel('Article address').fill('https://evening.example.org/light');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('button', { name: 'A word about light', exact: true })).toBeVisible();
    await expectGood(page, 'press at the desk');
    const press = await page.request.get('/press?outlet=evening-lamp');
    expect(await press.text()).toContain('A word about light');
    await page.getByRole('button', { name: 'Remove: A word about light' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('button', { name: 'A word about light', exact: true })).toHaveCount(0);

    await page.goto('/admin/contests');
    await page.getByRole('button', { name: 'New contest' }).click();
    await dialog.getByLabel('Title').fill('A short contest');
    await dialog.getByLabel('What it is about').fill('Who is liked today?');
    await dialog.getByLabel('Prizes').fill('A lamp\nA bulb');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('The last day cannot be before the first.')).toBeVisible();
    await dialog.getByLabel('Last day (UTC)').fill(await dialog.getByLabel('First day (UTC)').inputValue());
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('button', { name: 'A short contest', exact: true })).toBeVisible();
    await expectGood(page, 'contests at the desk');
    await expect.poll(async () => (await page.request.get('/contests')).text()).toContain('A short contest');
    await page.getByRole('button', { name: 'Remove: A short contest' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('button', { name: 'A short contest', exact: true })).toHaveCount(0);
  },
);

test(
  'axe finds nothing on press, contests and e-sports, and nothing is wider than the window',
  { tag: '@long' },
  async ({ page }) => {
    for (const path of ['/press', '/contests', '/esports', '/support']) {
      await open(page, path);
      await expectGood(page, path);
    }
  },
);

test('the words of a page that does not exist stand clear of the stool, also on a large screen that is zoomed', async ({
  page,
}) => {
  // 1440 × 900 as it is, at 150 % and at 200 %, and a phone.
  for (const [width, height] of [
    [1440, 900],
    [960, 600],
    [720, 450],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/no/such/page');
    const words = page.locator('.stage-words');
    await expect(words).toBeVisible();
    const [text, stage, stool] = await Promise.all(
      [words, page.locator('.stage-drawing'), page.locator('.stage-drawing g').last()].map(
        async (part) => (await part.boundingBox())!,
      ),
    );
    const isBeside = stool!.x >= text!.x + text!.width;
    const isAbove = Math.min(stool!.y + stool!.height, stage!.y + stage!.height) <= text!.y;
    expect(isBeside || isAbove, `${width} × ${height}`).toBe(true);
  }
});
