import { expect, type Locator, type Page } from '@playwright/test';
import { settlePage } from './steps.ts';
import { test } from './test.ts';

/* Live pictures in the cards of lists: by mouse, by keyboard, by a held finger, and the first card by itself. */

test.use({
  ownSite: 'feed',
  // The fourth room of the demo goes private now and then, and the list of new performers has the first three.
  siteEnv: { DEMO_LIVE: '3', SITE_VARIANT: 'swiper' },
  contextOptions: { reducedMotion: 'no-preference' },
});

const moving = (page: Page): Locator => page.locator('.card video.is-moving');
const movingRoom = (page: Page): Promise<string[]> =>
  page
    .locator('.card:has(video.is-moving) > a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!.slice(1)));
const isPlaying = (video: Locator) =>
  video.evaluate(async (element) => {
    const shown = element as HTMLVideoElement;
    const from = shown.currentTime;
    while (shown.currentTime === from) await new Promise((resolve) => setTimeout(resolve, 50));
    return shown.muted;
  });
/** Live rooms of a page in which a picture may move. */
const liveCards = (page: Page): Locator => page.locator('article.card:has(.strip-live)');
const firstRoom = async (page: Page): Promise<string> =>
  (await liveCards(page).first().locator('> a').getAttribute('href'))!.slice(1);
async function openList(page: Page, path = '/girls/new'): Promise<void> {
  await expect(async () => {
    await page.goto(path);
    await settlePage(page);
    expect(await liveCards(page).count()).toBeGreaterThanOrEqual(2);
  }).toPass();
}

test('a mouse that rests on a card moves its picture without sound, one card at a time', async ({ page }) => {
  await openList(page);
  const [one, two] = [liveCards(page).nth(0), liveCards(page).nth(1)];
  await one.hover();
  await expect(one.locator('video.is-moving')).toHaveCount(1);
  expect(await isPlaying(one.locator('video'))).toBe(true);
  await two.hover();
  await expect(two.locator('video.is-moving')).toHaveCount(1);
  await expect(one.locator('video')).toHaveCount(0);
  await expect(moving(page)).toHaveCount(1);
  await page.mouse.move(0, 0);
  await expect(page.locator('.card video')).toHaveCount(0);
  // The card is still a link to its room.
  const address = await one.locator('> a').getAttribute('href');
  await one.locator('> a').click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
});

test('the focus of the keyboard moves a picture, and Escape stops it', { tag: '@long' }, async ({ page }) => {
  await openList(page);
  const first = liveCards(page).nth(0);
  await page.locator('article.card > a').first().focus();
  while (!(await first.locator('> a').evaluate((link) => link === document.activeElement)))
    await page.keyboard.press('Tab');
  await expect(first.locator('video.is-moving')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.locator('.card video')).toHaveCount(0);
});

test(
  'the first card moves by itself, until it is stopped for good, and never where less motion is wanted',
  { tag: '@long' },
  async ({ page, browser }) => {
    await openList(page, '/');
    const stop = page.getByRole('button', { name: 'Stop the moving picture' });
    await expect(stop).toBeVisible();
    await expect(moving(page)).toHaveCount(1);
    expect(await movingRoom(page)).toEqual([await firstRoom(page)]);
    await stop.click();
    await expect(page.locator('.card video')).toHaveCount(0);
    await page.reload();
    await settlePage(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    // Something that is asked later than the first card would be.
    await liveCards(page).nth(1).hover();
    await expect(moving(page)).toHaveCount(1);
    expect(asked.filter((path) => path.endsWith('/token'))).toHaveLength(1);

    const still = await browser.newContext({ reducedMotion: 'reduce', baseURL: new URL(page.url()).origin });
    const calm = await still.newPage();
    await openList(calm, '/');
    await liveCards(calm).nth(1).hover();
    await expect(moving(calm)).toHaveCount(1);
    expect(await movingRoom(calm)).not.toContain(await firstRoom(calm));
    await still.close();
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('a held finger moves the picture and does not open the room; a tap does', async ({ page }) => {
    await openList(page);
    // The first one moves by itself, however short it is touched.
    const card = liveCards(page).nth(1);
    const client = await page.context().newCDPSession(page);
    const lift = () => client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    // Held again where the card has moved away under the finger, as lists do that are still being filled.
    await expect(async () => {
      if ((await liveCards(page).count()) < 2) await openList(page);
      await card.scrollIntoViewIfNeeded();
      const box = (await card.boundingBox())!;
      const at = { x: box.x + box.width / 2, y: box.y + 20 };
      await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
      try {
        await expect(card.locator('video.is-moving')).toHaveCount(1, { timeout: 20_000 });
      } finally {
        await lift();
      }
      expect(new URL(page.url()).pathname, 'a held finger opens nothing').toBe('/girls/new');
    }).toPass({ timeout: 240_000 });
    const address = new URL(page.url()).pathname;
    expect(await isPlaying(card.locator('video'))).toBe(true);
    expect(new URL(page.url()).pathname).toBe(address);
    await page.getByRole('heading', { level: 1 }).tap();
    await expect(page.locator('.card video')).toHaveCount(0);
    await card.locator('> a').tap();
    await expect(page).not.toHaveURL(new RegExp(`${address}$`));
  });
});

test('a card says why it stands where it does', { tag: '@long' }, async ({ page }) => {
  await openList(page);
  const card = liveCards(page).nth(0);
  const name = await card.locator('.strip-name').innerText();
  await card.hover();
  await card.getByRole('button', { name: `Why is ${name} here?` }).click();
  const dialog = page.getByRole('dialog', { name: `Why ${name} is here` });
  await expect(dialog.getByText(/^Place \d+ of \d+ live rooms/)).toBeVisible();
  await expect(dialog.getByRole('progressbar')).toHaveCount(5);
  await expect(dialog.getByText('Nothing about you is used: you are not logged in.')).toBeVisible();
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/why-here.png` });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
