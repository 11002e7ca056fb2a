import { expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { joinAndBuy, joinAsNew, logIn, settlePage } from './steps.ts';
import { test } from './test.ts';

/* What stands around every page: banner, toasts, scroll, the choice of cookies, the chat with support, frames. */

const bannerOf = (page: Page) => page.getByRole('complementary', { name: 'Announcement' });

/** Sum of layout shifts since the page began. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const seen = { sum: 0 };
    Object.assign(window, { shifted: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) seen.sum += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
const shiftOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifted: { sum: number } }).shifted.sum);

test('a banner comes into a place that is kept for it, leads to a page, and stays closed; home, account and log-in have none', async ({
  page,
}) => {
  await watchShifts(page);
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/faq');
    await expect(bannerOf(page).getByRole('img')).toBeVisible();
    await settlePage(page);
    expect(await shiftOf(page)).toBeLessThanOrEqual(0.001);
    const file = await bannerOf(page)
      .getByRole('img')
      .evaluate((image: HTMLImageElement) => new URL(image.currentSrc).pathname);
    expect(file).toBe(width === 360 ? '/scenes/banner-week-narrow.png' : '/scenes/banner-week.png');
    expect(await overhangOf(page)).toBeLessThanOrEqual(0);
  }
  // The page brings it for guests, and for nobody who may be shown none.
  const asDrawn = async (path: string, cookie = '') =>
    (await fetch(new URL(path, page.url()), { headers: { cookie } })).text();
  expect(await asDrawn('/faq')).toContain('src="/scenes/banner-week.png"');
  expect(await asDrawn('/faq', 'session=x')).not.toContain('banner-week');
  expect(await asDrawn('/')).not.toContain('banner-week');
  await bannerOf(page).getByRole('link').click();
  await page.waitForURL('**/most-liked');
  for (const path of ['/', '/login', '/register']) {
    await page.goto(path);
    await settlePage(page);
    await expect(bannerOf(page)).toHaveCount(0);
  }
  await page.goto('/faq');
  await bannerOf(page).getByRole('button', { name: 'Close this announcement' }).click();
  await expect(bannerOf(page)).toHaveCount(0);
  await page.reload();
  await settlePage(page);
  await expect(bannerOf(page)).toHaveCount(0);
  // What the page brings of it is not seen, and the place is shut before the first paint.
  await expect(page.locator('.banner-place')).toBeHidden();
});

test('a new page begins at its top; going back finds the place, another query stays where it is (SHELL-023)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 500 });
  const top = () => page.evaluate(() => window.scrollY);
  const go = (path: string, state?: object) =>
    page.evaluate(
      ([to, given]) => {
        const router = (
          window as unknown as { __reactRouterDataRouter: { navigate(to: string, more: object): void } }
        ).__reactRouterDataRouter;
        router.navigate(to, { state: given });
      },
      [path, state] as const,
    );
  await page.goto('/faq');
  // Places are kept from when the page has become interactive: the router takes over from the browser then.
  await expect.poll(() => page.evaluate(() => history.scrollRestoration)).toBe('manual');
  await page.evaluate(() => window.scrollTo(0, 200));
  await expect.poll(top).toBe(200);
  await go('/support');
  await page.waitForURL('**/support');
  await expect.poll(top).toBe(0);
  await page.goBack();
  await page.waitForURL('**/faq');
  await expect.poll(top).toBe(200);
  await go('/faq?q=tokens');
  await page.waitForURL('**/faq?q=tokens');
  await settlePage(page);
  expect(await top()).toBeGreaterThan(0);
  await page.goBack();
  await page.waitForURL('**/faq');
  await page.evaluate(() => window.scrollTo(0, 150));
  await go('/support', { keepScroll: true });
  await page.waitForURL('**/support');
  await settlePage(page);
  expect(await top()).toBeGreaterThan(0);
});

test(
  'an advert feeds configuration, packages and, with consent, what is kept of the visit',
  { tag: '@long' },
  async ({ page }) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname.startsWith('/api/v1'))
        calls.push(`${url.pathname.slice(7)}${url.search} ${request.postData() ?? ''}`);
    });
    const said = (pattern: RegExp) =>
      expect.poll(() => calls.find((call) => pattern.test(call))).toBeTruthy();
    await page.goto('/faq?advert_id=ad-7&u1=north');
    await said(/^\/site_config\?.*id=ad-7/u);
    // Nothing is kept before somebody says so.
    await page.getByRole('button', { name: /May we count this visit/u }).click();
    const dialog = page.getByRole('dialog', { name: 'Cookies and counting' });
    await expect(dialog.getByRole('switch', { checked: true })).toHaveCount(0);
    const [no, yes] = [
      await dialog.getByRole('button', { name: 'Refuse all' }).boundingBox(),
      await dialog.getByRole('button', { name: 'Accept all' }).boundingBox(),
    ];
    expect([no!.width, no!.height]).toEqual([yes!.width, yes!.height]);
    expect(calls.filter((call) => /^\/(?:tracking|log\/analytics|fingerprint|pixel)/u.test(call))).toEqual(
      [],
    );
    await inEveryLook(page, async (look) => {
      expect(await overhangOf(page), look.name).toBeLessThanOrEqual(0);
      expect(await findings(page, look), look.name).toEqual([]);
    });
    await dialog.getByRole('button', { name: 'Accept all' }).click();
    await expect(dialog).toBeHidden();
    await said(/^\/tracking .*"advert_id":"ad-7".*"u1":"north"/u);
    await said(/^\/pixel\.gif\?advert_id=ad-7/u);
    await said(/^\/fingerprint .*"tag":"ad-7"/u);
    // What happens on the pages is counted now.
    await page.getByRole('banner').getByRole('button', { name: 'Join free' }).click();
    await said(/^\/log\/analytics .*signup_open/u);
    await page.goto('/top');
    await said(/^\/log\/analytics .*page_view.*\/top/u);
    expect(calls.filter((call) => call.startsWith('/pixel.gif'))).toHaveLength(1);
    await joinAsNew(page, undefined, '/top?token_form=1');
    await page.goto('/top?token_form=1');
    await said(/^\/billing\/products .*"advert_id":"ad-7"/u);
    expect(await page.evaluate(() => localStorage.getItem('klieg.tracking'))).toContain('ad-7');
    // Taken back at the foot of the page.
    await page.goto('/faq');
    await page.getByRole('contentinfo').getByRole('button', { name: 'Cookies' }).click();
    await dialog.getByRole('button', { name: 'Refuse all' }).click();
    await expect(dialog).toBeHidden();
    expect((await page.context().cookies()).find(({ name }) => name === 'cookie_consent')?.value).toBe('000');
    expect(await page.evaluate(() => localStorage.getItem('klieg.tracking'))).toBe('null');
  },
);

test(
  'somebody with a card writes to support, staff answers in the back office, and both see it (SHELL-002)',
  { tag: '@full' },
  async ({ page, browser, baseURL }) => {
    await joinAndBuy(page);
    // A fresh page knows of the card.
    await page.goto('/faq');
    await settlePage(page);
    const staff = await (await browser.newContext({ baseURL: baseURL! })).newPage();
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Support chat' }).click();
    const chat = page.getByRole('dialog', { name: 'Support' });
    await chat.getByLabel('What is it about?').selectOption('video');
    await chat.getByLabel('Your message').fill('The picture stands still in the evening.');
    await chat.getByRole('button', { name: 'Send' }).click();
    await expect(chat.getByText('Waiting for an answer')).toBeVisible();
    await inEveryLook(page, async (look) => {
      expect(await overhangOf(page), look.name).toBeLessThanOrEqual(0);
      expect(await findings(page, look), look.name).toEqual([]);
    });
    await logIn(staff, 'demo_admin', '/login?promo_form=0');
    await staff.goto('/admin/support');
    await staff.getByRole('button', { name: /The picture stands still in the evening/u }).click();
    await staff.getByLabel('Your message').fill('Which browser is it?');
    await staff.getByRole('button', { name: 'Send' }).click();
    await expect(staff.getByRole('list', { name: 'Messages' })).toContainText('Which browser is it?');
    await expect(chat.getByText('Which browser is it?')).toBeVisible();
    await staff.getByRole('button', { name: 'Close the conversation' }).click();
    await staff
      .getByRole('dialog', { name: 'Close this conversation?' })
      .getByRole('button', { name: 'Close it' })
      .click();
    await expect(chat.getByText('This conversation is closed.', { exact: false })).toBeVisible();
  },
);

test('a room asked for with iframe=1 has neither header nor footer, other pages keep them (SHELL-010)', async ({
  page,
}) => {
  await page.goto('/marlowe_diallo?iframe=1');
  await expect(page.getByRole('main')).toBeVisible();
  await settlePage(page);
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(bannerOf(page)).toHaveCount(0);
  const answer = await page.goto('/faq?iframe=1');
  expect(answer!.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

test(
  'a toast never lies over the live picture, on a phone as on a wide window',
  { tag: '@long' },
  async ({ page }) => {
    for (const [width, height] of [
      [360, 760],
      [800, 900],
      [1100, 800],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto('/marlowe_diallo?u1=toast');
      const toast = page.locator('.toast').first();
      await expect(toast).toBeVisible();
      await expect
        .poll(async () => {
          const [card, picture] = [
            await toast.boundingBox(),
            await page.locator('.room .player').boundingBox(),
          ];
          if (!card || !picture) return 'not there yet';
          const overlaps =
            card.x < picture.x + picture.width - 1 &&
            picture.x < card.x + card.width - 1 &&
            card.y < picture.y + picture.height - 1 &&
            picture.y < card.y + card.height - 1;
          return overlaps ? JSON.stringify({ width, card, picture }) : 'beside it';
        })
        .toBe('beside it');
    }
  },
);
