import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import {
  balanceOf,
  expectMovingPicture,
  joinAndBuy,
  joinAsNew,
  newName,
  PASSWORD_OF_NEW,
  settlePage,
} from './steps.ts';
import { test } from './test.ts';

/*
 * The feed: one performer a screen, with the pictures of the demo's rooms, by finger and by keyboard; the swiper's layer
 * over lists on phones; whom somebody hides; which section pages without one are about.
 */

test.use({
  ownSite: 'feed',
  siteEnv: { DEMO_LIVE: '4', SITE_VARIANT: 'swiper' },
  contextOptions: { reducedMotion: 'no-preference' },
});

const SECTIONS = { girls: 'f', men: 'm', trans: 't', couples: 'c' } as const;

const current = (page: Page): Locator => page.locator('.feed-screen[data-place=current]');
const nextOne = (page: Page): Locator => page.locator('.feed-screen[data-place=next]');
const nameOf = async (screen: Locator): Promise<string> => (await screen.getAttribute('data-room'))!;
const videoOf = (page: Page, name: string): Locator => page.locator(`[data-room=${name}] video`);
const isMuted = (video: Locator) => video.evaluate((element) => (element as HTMLVideoElement).muted);
/** Nothing is fetched for it any more. */
const isLetGo = (video: Locator) =>
  video.evaluate((element) => {
    const { readyState, srcObject, src } = element as HTMLVideoElement;
    return readyState === 0 && srcObject === null && src === '';
  });
const swiperOf = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('klieg.swiper') ?? 'null') as unknown);
/** The rooms of the lists of a page. */
const listed = (page: Page): Promise<string[]> =>
  page
    .locator('article.card > a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!.slice(1)));
/** The demo's rooms go on the air a moment after the site is up. */
const waitForRooms = (page: Page, count: number) =>
  expect
    .poll(async () => {
      const { list } = (await (await page.request.get('/api/v1/feed/girls')).json()) as { list: unknown[] };
      return list.length;
    })
    .toBeGreaterThanOrEqual(count);

/** A finger that swipes up over the middle of the page. */
async function swipeUp(page: Page): Promise<void> {
  const { width, height } = page.viewportSize()!;
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part?: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: part === undefined ? [] : [{ x: width / 3, y: height * part }],
    });
  // As a finger does: a bit with each frame, which also says how fast it is when it leaves.
  const nextFrame = () => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  await touch('touchStart', 0.7);
  for (let part = 0.68; part > 0.2; part -= 0.03) {
    await touch('touchMove', part);
    await nextFrame();
  }
  await touch('touchEnd');
  await client.detach();
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('a swipe brings the next room, whose picture moves already; the one behind is let go, and sound is kept', async ({
    page,
  }) => {
    await waitForRooms(page, 3);
    await page.goto('/girls/feed');
    const first = await nameOf(current(page));
    await expectMovingPicture(page, videoOf(page, first));
    const second = await nameOf(nextOne(page));
    expect(await isMuted(videoOf(page, first))).toBe(true);
    // Before anybody has swiped.
    await expectMovingPicture(page, videoOf(page, second));
    await current(page).getByRole('button', { name: 'Sound' }).tap();
    await expect.poll(() => isMuted(videoOf(page, first))).toBe(false);
    expect(await isMuted(videoOf(page, second))).toBe(true);
    await swipeUp(page);
    await expect(current(page)).toHaveAttribute('data-room', second);
    // One swipe is one room, however fast it was.
    await expect
      .poll(() => current(page).evaluate((screen) => Math.round(screen.getBoundingClientRect().top)))
      .toBe(
        await page.locator('.feed-scroller').evaluate((list) => Math.round(list.getBoundingClientRect().top)),
      );
    await expect(current(page)).toHaveAttribute('data-room', second);
    await expectMovingPicture(page, videoOf(page, second));
    await expect.poll(() => isMuted(videoOf(page, second))).toBe(false);
    await expect.poll(() => isLetGo(videoOf(page, first))).toBe(true);
    // Nothing lies beside the window, and the page itself does not scroll.
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    // The end says so, and leads on.
    const end = page.getByText('You have seen everyone who is live here');
    await expect
      .poll(async () => {
        await swipeUp(page);
        return end.evaluate((words) => {
          const { top, bottom } = words.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        });
      })
      .toBe(true);
    await page.getByRole('button', { name: 'Start again' }).tap();
    await expect(current(page)).toBeVisible();
  });

  test(
    'the swiper opens over the lists of a phone: discover, the rooms of a tag, all cams (BROWSE-045) (BROWSE-046) (BROWSE-047)',
    { tag: '@full' },
    async ({ page }) => {
      await waitForRooms(page, 3);
      const asked: string[] = [];
      page.on('request', (request) => {
        const { pathname, search } = new URL(request.url());
        if (pathname.startsWith('/api/v1/feed/')) asked.push(pathname.slice('/api/v1/feed/'.length) + search);
      });
      await page.goto('/');
      // A site of the variant `swiper` opens it by itself, once in a visit.
      const layer = page.getByRole('dialog', { name: 'Feed' });
      await expect(layer).toBeVisible();
      await expectMovingPicture(page, videoOf(page, await nameOf(current(page))));
      expect(asked[0]).toMatch(/^swiper\/discover\?/);
      const tag = (await current(page).locator('.feed-tag').first().innerText()).replaceAll(' ', '-');
      await current(page).locator('.feed-tag').first().tap();
      await expect(layer.getByRole('tab', { name: `#${tag}` })).toHaveAttribute('aria-selected', 'true');
      await expect
        .poll(() => asked.some((path) => path.startsWith('swiper/tag?') && path.includes(`tag=${tag}`)))
        .toBe(true);
      await expectMovingPicture(page, videoOf(page, await nameOf(current(page))));
      await layer.getByRole('tab', { name: 'Cams' }).tap();
      await expect.poll(() => asked.some((path) => path.startsWith('swiper/cams?'))).toBe(true);
      await expectMovingPicture(page, videoOf(page, await nameOf(current(page))));
      // The way back closes it, and leaves the page where it was.
      await page.goBack();
      await expect(layer).toBeHidden();
      await expect(page).toHaveURL(/\/$/);
      await page.goto(`/girls/tag/${tag}`);
      await settlePage(page);
      await expect(layer).toBeHidden();
      await page.getByRole('main').getByRole('link', { name: 'Feed' }).tap();
      await expect(layer.getByRole('tab', { name: `#${tag}` })).toHaveAttribute('aria-selected', 'true');
      await expectMovingPicture(page, videoOf(page, await nameOf(current(page))));
      await layer.getByRole('button', { name: 'Close the feed' }).tap();
      await expect(layer).toBeHidden();
      await expect(page).toHaveURL(new RegExp(`/girls/tag/${tag}$`, 'u'));
    },
  );

  test(
    'who joins from the swipe feed does it below the picture, which goes on and is never covered (IDENTITY-010)',
    { tag: '@full' },
    async ({ page }) => {
      await waitForRooms(page, 2);
      await page.goto('/girls/feed');
      const name = await nameOf(current(page));
      await expectMovingPicture(page, videoOf(page, name));
      await current(page).getByRole('button', { name: /^Tip/ }).tap();
      const dialog = page.getByRole('dialog', { name: 'Join to send a tip' });
      await expect(dialog).toBeVisible();
      /** What lies over the picture at its corners and its middle. */
      const covering = () =>
        page.evaluate((room) => {
          const picture = document.querySelector(`[data-room=${room}] .feed-frame`)!;
          const { left, right, top, bottom, height } = picture.getBoundingClientRect();
          const isInside = top >= 0 && right <= innerWidth && bottom <= innerHeight && height > 120;
          const points = [0.02, 0.5, 0.98].flatMap((x) =>
            [0.02, 0.5, 0.98].map((y) => [left + (right - left) * x, top + (bottom - top) * y] as const),
          );
          const dialogs = [...document.querySelectorAll('.dialog')].map((one) => one.getBoundingClientRect());
          const isUnder = points.some(([x, y]) =>
            dialogs.some((one) => x >= one.left && x < one.right && y >= one.top && y < one.bottom),
          );
          const scrim = getComputedStyle(document.querySelector('.dialog-scrim')!).backgroundColor;
          return { isInside, isUnder, scrim };
        }, name);
      const free = { isInside: true, isUnder: false, scrim: 'rgba(0, 0, 0, 0)' };
      await expect.poll(covering).toEqual(free);
      await expectMovingPicture(page, videoOf(page, name));
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      // A phone that lies has the form beside the picture.
      await page.setViewportSize({ width: 740, height: 360 });
      await expect.poll(covering).toEqual(free);
      await page.setViewportSize({ width: 360, height: 740 });
      await expect.poll(covering).toEqual(free);
      // The cross leads back to the same room.
      await dialog.getByRole('button', { name: 'Close' }).tap();
      await expect(dialog).toBeHidden();
      await expect(current(page)).toHaveAttribute('data-room', name);
      await current(page).getByRole('button', { name: /^Tip/ }).tap();
      const username = newName();
      await dialog.getByLabel('Username').fill(username);
      await dialog.getByLabel('Email').fill(`${username}@example.org`);
      await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD_OF_NEW);
      await dialog.getByRole('button', { name: 'Day: not chosen' }).tap();
      await dialog.getByRole('option', { name: '7', exact: true }).tap();
      await dialog.getByRole('option', { name: 'May', exact: true }).tap();
      await dialog.getByRole('option', { name: '1996' }).tap();
      await dialog.getByRole('radio', { name: 'Woman' }).tap();
      await dialog.getByRole('checkbox').first().check();
      await dialog.getByRole('button', { name: 'Join free' }).tap();
      await expect(dialog).toBeHidden();
      await expect(page).toHaveURL(/\/girls\/feed$/u);
      expect(await (await page.request.get('/api/v1/user/current')).json()).toMatchObject({
        user: { username },
      });
    },
  );

  test(
    'amount, picture and way are chosen once for this browser, and hold (BROWSE-059)',
    { tag: '@long' },
    async ({ page }) => {
      await waitForRooms(page, 2);
      await page.goto('/girls/feed');
      await expectMovingPicture(page, videoOf(page, await nameOf(current(page))));
      await page.getByRole('button', { name: /^Feed settings/ }).tap();
      const dialog = page.getByRole('dialog', { name: 'Feed settings' });
      await expect(dialog.getByLabel('Tokens per press on Tip')).toHaveValue('25');
      await dialog.getByLabel('Tokens per press on Tip').fill('60');
      await dialog.getByRole('radio', { name: /^SD/ }).tap();
      await dialog.getByRole('radio', { name: /^WebRTC/ }).tap();
      await dialog.getByRole('button', { name: 'Close' }).tap();
      expect(await swiperOf(page)).toEqual({
        hidden: [],
        tip_amount: 60,
        video_quality: 'sd',
        stream_type: 'webrtc',
      });
      await page.reload();
      await expect(page.getByRole('button', { name: 'Feed settings, quality SD' })).toBeVisible();
      await expect(current(page).getByRole('button', { name: /^Tip/ })).toContainText('60');
      const video = videoOf(page, await nameOf(current(page)));
      await expectMovingPicture(page, video);
      expect(await video.evaluate((element) => (element as HTMLVideoElement).srcObject !== null)).toBe(true);
    },
  );
});

test(
  'keys lead through the feed on a wide window: down and up, sound, pause; one press tips 25 (CONSTANTS-059)',
  { tag: '@long' },
  async ({ page }) => {
    await waitForRooms(page, 3);
    await joinAndBuy(page);
    await page.goto('/girls/feed');
    const first = await nameOf(current(page));
    await expectMovingPicture(page, videoOf(page, first));
    const second = await nameOf(nextOne(page));
    await expectMovingPicture(page, videoOf(page, second));
    await page.keyboard.press('ArrowDown');
    await expect(current(page)).toHaveAttribute('data-room', second);
    await expectMovingPicture(page, videoOf(page, second));
    await page.keyboard.press('m');
    await expect.poll(() => isMuted(videoOf(page, second))).toBe(false);
    await page.keyboard.press(' ');
    const isPaused = () => videoOf(page, second).evaluate((element) => (element as HTMLVideoElement).paused);
    await expect.poll(isPaused).toBe(true);
    await page.keyboard.press(' ');
    await expect.poll(isPaused).toBe(false);
    await expectMovingPicture(page, videoOf(page, second));
    await page.keyboard.press('ArrowUp');
    await expect(current(page)).toHaveAttribute('data-room', first);
    await expectMovingPicture(page, videoOf(page, first));
    await current(page).getByRole('button', { name: /^Tip/ }).click();
    await expect.poll(() => balanceOf(page)).toBe(75);
    await current(page)
      .getByRole('button', { name: /^Follow/ })
      .click();
    await expect(current(page).getByRole('button', { name: /^Follow/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await current(page)
      .getByRole('link', { name: /^Open the room/ })
      .click();
    await expect(page).toHaveURL(new RegExp(`/${first}$`, 'u'));
  },
);

test(
  'whom a guest hides stays in this browser and in no list of it; a member’s account keeps it, and other browsers take it over (BROWSE-063)',
  { tag: '@long' },
  async ({ page, browser, site }) => {
    await waitForRooms(page, 3);
    await page.goto('/');
    await settlePage(page);
    const [hidden = '', other = ''] = await listed(page);
    const card = page.locator('article.card').first();
    await card.hover();
    await card.getByRole('button', { name: /^Hide / }).click();
    await expect.poll(() => listed(page)).not.toContain(hidden);
    expect(await swiperOf(page)).toMatchObject({ hidden: [hidden] });
    for (const path of [
      '/',
      '/girls',
      '/multi-filter?tag=is-live',
      `/search?q=${hidden.slice(0, 5)}`,
      '/for-you',
    ]) {
      await page.goto(path);
      await expect(page.getByText('You have hidden 1 performer from this list.'), path).toBeVisible();
      expect(await listed(page), path).not.toContain(hidden);
    }
    await page.goto('/girls/feed');
    await expect(current(page)).toBeVisible();
    await expect(page.locator(`[data-room=${hidden}]`)).toHaveCount(0);
    // Another browser of another guest knows nothing of it.
    const stranger: BrowserContext = await browser.newContext({ baseURL: site.url });
    const elsewhere = await stranger.newPage();
    await elsewhere.goto('/');
    expect(await listed(elsewhere)).toContain(hidden);
    // Whoever joins here takes the choice along.
    const username = await joinAsNew(page, newName());
    await page.goto('/');
    await expect
      .poll(() =>
        page.evaluate(
          async () => ((await (await fetch('/api/v1/user/ignored')).json()) as { hidden: string[] }).hidden,
        ),
      )
      .toEqual([hidden]);
    await elsewhere.goto('/login');
    await elsewhere.getByLabel('Username or email').fill(username);
    await elsewhere.getByLabel('Password', { exact: true }).fill(PASSWORD_OF_NEW);
    await elsewhere.getByRole('main').getByRole('button', { name: 'Log in' }).click();
    await elsewhere.waitForURL((url) => url.pathname !== '/login');
    await expect.poll(() => swiperOf(elsewhere)).toMatchObject({ hidden: [hidden] });
    await expect.poll(() => listed(elsewhere)).not.toContain(hidden);
    expect(await listed(elsewhere)).toContain(other);
    await elsewhere.getByRole('button', { name: 'Hidden performers' }).click();
    await elsewhere.getByRole('button', { name: `Show ${hidden} again` }).click();
    await elsewhere.keyboard.press('Escape');
    await expect.poll(() => listed(elsewhere)).toContain(hidden);
    await stranger.close();
  },
);

test(
  'the section that was visited last is the default of the home page, of bare lists and of /feed (BROWSE-060)',
  { tag: '@long' },
  async ({ page, context }) => {
    const feedOf = async () => (await page.request.get('/feed', { maxRedirects: 0 })).headers()['location'];
    expect(await feedOf()).toBe('/girls/feed');
    const roomsOf = async (path: string) => {
      await page.goto(path);
      return listed(page);
    };
    const everybody = await roomsOf('/');
    await expect(page.getByText(/^Your section:/)).toHaveCount(0);
    for (const [slug, code] of Object.entries(SECTIONS)) {
      const section = await roomsOf(`/${slug}`);
      const cookies = async () => (await context.cookies()).find(({ name }) => name === 'gender');
      await expect.poll(async () => (await cookies())?.value).toBe(code);
      const cookie = (await cookies())!;
      expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax', httpOnly: false });
      // A year, give or take a day.
      expect(Math.abs(cookie.expires - Date.now() / 1000 - 365 * 86_400)).toBeLessThan(86_400);
      const home = await roomsOf('/');
      expect(home.length, slug).toBeGreaterThan(0);
      expect(
        home.filter((name) => !section.includes(name)),
        slug,
      ).toEqual([]);
      await expect(page.getByText(/^Your section:/)).toBeVisible();
      expect(await feedOf()).toBe(`/${slug}/feed`);
      const bare = await roomsOf('/sodastars/top2000');
      expect(bare.toSorted(), slug).toEqual((await roomsOf(`/${slug}/sodastars/top2000`)).toSorted());
    }
    await page.goto('/');
    await page.getByRole('link', { name: 'Show all sections' }).click();
    await expect(page.getByText(/^Your section:/)).toHaveCount(0);
    expect((await listed(page)).toSorted()).toEqual(everybody.toSorted());
    expect(await feedOf()).toBe('/girls/feed');
  },
);

test('every section has its feed, and no other address has (BROWSE-005)', async ({ page }) => {
  for (const slug of Object.keys(SECTIONS)) {
    const answer = await page.request.get(`/${slug}/feed`);
    const html = await answer.text();
    expect(answer.status(), slug).toBe(200);
    expect(html, slug).toMatch(/<h1[^>]*>[^<]+ feed<\/h1>/u);
    expect(html, slug).toContain('noindex');
    // A page that everybody gets holds no right to play.
    expect(html, slug).not.toContain('stream_name');
  }
  for (const path of ['/robots/feed', '/girls/feeds', '/girls/feed/more'])
    expect((await page.request.get(path)).status(), path).toBe(404);
});
