import { expect, type Page } from '@playwright/test';
import { settlePage } from './steps.ts';
import { test } from './test.ts';

/* From a room to the next one, the theatre, and the link that is passed on. */

// The fourth room of the demo goes private now and then, and the list of new performers has the first three.
test.use({ ownSite: 'feed', siteEnv: { DEMO_LIVE: '3', SITE_VARIANT: 'swiper' } });

/** A room with an open picture, and how many such there are in its section. */
async function openRoom(page: Page): Promise<string> {
  let name = '';
  await expect(async () => {
    await page.goto('/girls/new');
    const links = page.locator('article.card:has(.strip-live) > a');
    expect(await links.count()).toBeGreaterThanOrEqual(2);
    name = (await links.first().getAttribute('href'))!;
  }).toPass();
  await page.goto(name);
  await settlePage(page);
  await expect(page.getByRole('button', { name: 'Theater mode' })).toBeVisible();
  return name;
}
const pathOf = (page: Page): string => new URL(page.url()).pathname;

test('the next room follows, and the one before leads back', async ({ page }) => {
  // The order of the rooms is another one after a minute, which may pass between two presses on a slow machine.
  await expect(async () => {
    const first = await openRoom(page);
    await page.getByRole('button', { name: 'Next room' }).click();
    await expect.poll(() => pathOf(page), { timeout: 30_000 }).not.toBe(first);
    await expect(page.locator('.room')).toBeVisible();
    await page.getByRole('button', { name: 'Previous room' }).click();
    await expect.poll(() => pathOf(page), { timeout: 30_000 }).toBe(first);
  }).toPass({ timeout: 300_000 });
});

test(
  'the theatre shows picture and chat alone; it stays in the next room and ends by Escape',
  { tag: '@long' },
  async ({ page }) => {
    const first = await openRoom(page);
    const header = page.locator('.site-header');
    const heightOf = () => page.locator('.player').evaluate((player) => player.clientHeight);
    const before = await heightOf();
    await page.getByRole('button', { name: 'Theater mode' }).click();
    await expect(header).toBeHidden();
    expect(await heightOf()).toBeGreaterThan(before);
    await expect(page.getByRole('complementary', { name: 'Chat' })).toBeInViewport();
    if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/theatre.png` });
    await page.getByRole('button', { name: 'Next room' }).click();
    await expect.poll(() => pathOf(page)).not.toBe(first);
    await expect(page.getByRole('button', { name: 'Leave theater mode' })).toBeVisible();
    await expect(header).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(header).toBeVisible();
    await expect(page.getByRole('button', { name: 'Theater mode' })).toBeVisible();
  },
);

test('a room without a picture has no theatre, since nothing there leads out of it', async ({ page }) => {
  await page.goto('/girls');
  const away = page.locator('article.card:has(.strip-offline) > a').first();
  await page.goto((await away.getAttribute('href'))!);
  await settlePage(page);
  // As it is when somebody comes from a room in the theatre.
  await page.evaluate(() => document.documentElement.setAttribute('data-theatre', ''));
  await expect(page.locator('.site-header')).toBeVisible();
});

test('the link to the room is copied without what the address said of the reader', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const name = await openRoom(page);
  await page.getByRole('button', { name: /^Share .*’s room/ }).click();
  await expect(page.getByText('The link to this room is copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(name, page.url()).href);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test(
    'a swipe over the picture leads to the next room, one over the chat does not',
    { tag: '@long' },
    async ({ page }) => {
      let name = '';
      await expect(async () => {
        await page.goto('/girls/new');
        const links = page.locator('article.card:has(.strip-live) > a');
        expect(await links.count()).toBeGreaterThanOrEqual(2);
        name = (await links.first().getAttribute('href'))!;
        await page.goto(name);
        await settlePage(page);
        // What the list says may be some seconds old: a room that has just ended shows no picture.
        await expect(page.locator('.player video')).toBeVisible({ timeout: 10_000 });
      }).toPass();
      const client = await page.context().newCDPSession(page);
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number, y = 0) =>
        client.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] });
      const swipe = async (y: number) => {
        await touch('touchStart', 300, y);
        for (let x = 280; x >= 80; x -= 40) await touch('touchMove', x, y);
        await touch('touchEnd');
      };
      await swipe(500);
      expect(pathOf(page)).toBe(name);
      // The code for it comes after the page.
      await expect(async () => {
        await swipe(150);
        await expect.poll(() => pathOf(page), { timeout: 3_000 }).not.toBe(name);
      }).toPass();
      if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/room-360.png` });
    },
  );
});
