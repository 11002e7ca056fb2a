import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { balanceOf, buyTokens, expectMovingPicture, joinAndBuy, logIn } from './steps.ts';
import { test } from './test.ts';

/*
 * What remains of a broadcast: recorded, published by its performer, looked at by staff, bought, watched in its player, left
 * and gone on with; bought cheaper by a member of the club, and together with all else of the performer.
 */

const SHOTS = process.env['E2E_SHOTS'];
const PRICE = 40;
/** A recording with several segments, and room to move about in. */
const RECORDED_MS = 40_000;

const newPage = async (browser: Browser, permissions: string[] = []): Promise<Page> =>
  (await browser.newContext({ permissions })).newPage();

const expectGood = (page: Page, name: string): Promise<void> =>
  inEveryLook(page, async (look) => {
    if (SHOTS)
      await page.screenshot({
        path: `${SHOTS}/${name} ${look.name}.png`.replaceAll(' ', '-'),
        fullPage: true,
      });
    expect(await findings(page, look), `${name}, ${look.name}`).toEqual([]);
    expect(await overhangOf(page), `${name}, ${look.name}`).toBeLessThanOrEqual(0);
  });

const call = <T>(page: Page, path: string, body?: object): Promise<T> =>
  page.evaluate(
    async ([to, sent]) => {
      const { csrf } = (await (await fetch('/api/v1/site_config')).json()) as { csrf: string };
      const answer = await fetch(`/api/v1${to}`, {
        headers: { 'content-type': 'application/json', 'x-csrf-token': csrf },
        ...(sent && { method: 'POST', body: JSON.stringify(sent) }),
      });
      if (!answer.ok) throw new Error(await answer.text());
      return (await answer.json()) as never;
    },
    [path, body] as const,
  );

type Rows = { items: { id: string; state: string; media_id: number | null }[] };

/** She looks at what is recorded already, in another tab, and goes to another place of it. */
async function watchWhileItRuns(studio: Page): Promise<void> {
  const desk = await studio.context().newPage();
  await desk.goto('/model-desk/recordings');
  const row = desk.getByRole('main').getByRole('listitem').first();
  await expect(row).toContainText(/0:[12]\d so far/u, { timeout: 60_000 });
  await expectGood(desk, 'recording that runs');
  await row.getByRole('button', { name: 'Play', exact: true }).last().click();
  const video = row.locator('video');
  await expectMovingPicture(desk, video);
  await video.evaluate((element: HTMLVideoElement) => void (element.currentTime = 8));
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(8.5);
  await row.getByRole('button', { name: 'Close' }).click();
  await desk.close();
}

/** A broadcast of some seconds, of which a file is there. */
async function record(studio: Page): Promise<void> {
  await logIn(studio, 'demo_model');
  const readyOf = async () =>
    (await call<Rows>(studio, '/broadcast/recordings')).items.filter(({ state }) => state === 'ready').length;
  const before = await readyOf();
  await studio.goto('/broadcast');
  await call(studio, '/user/settings', { public_recording: true });
  await studio.reload();
  await studio.getByRole('button', { name: 'Go live' }).click();
  await expect(studio.getByRole('status').filter({ hasText: 'On air' })).toBeVisible();
  const began = Date.now();
  await watchWhileItRuns(studio);
  await expect.poll(() => Date.now() - began, { timeout: RECORDED_MS * 3 }).toBeGreaterThan(RECORDED_MS);
  await studio.getByRole('button', { name: /^End/u }).click();
  await expect.poll(readyOf, { timeout: 120_000 }).toBe(before + 1);
}

/** Publishes the newest recording. @returns its name */
async function publish(studio: Page): Promise<string> {
  await studio.goto('/model-desk/recordings');
  const row = studio.getByRole('main').getByRole('listitem').first();
  await expect(row).toContainText('Ready');
  await expectGood(studio, 'recordings');
  await row.getByRole('button', { name: 'Play', exact: true }).last().click();
  await expectMovingPicture(studio, row.locator('video'));
  await row.getByRole('button', { name: 'Close' }).click();
  await expect(row.locator('video')).toHaveCount(0);
  await row.getByRole('button', { name: 'Publish' }).click();
  const form = studio.getByRole('dialog', { name: 'Publish this recording' });
  await form.getByLabel('Name').fill('');
  await form.getByRole('button', { name: 'Send for review' }).click();
  await expect(form).toContainText('Give it a name.');
  const name = `Evening ${Date.now().toString(36)}`;
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Price', { exact: true }).fill(String(PRICE));
  await form.getByLabel('Tags').fill('vinyl');
  await expectGood(studio, 'recording to publish');
  await form.getByRole('button', { name: 'Send for review' }).click();
  await expect(form).toHaveCount(0);
  await expect(row).toContainText('In review');
  return name;
}

async function approve(browser: Browser, name: string): Promise<void> {
  const staff = await newPage(browser);
  await logIn(staff, 'demo_admin');
  await expect(async () => {
    await staff.goto('/admin/review');
    await staff.getByRole('radio', { name: 'Media' }).click();
    const waiting = staff.getByRole('main').getByRole('listitem').filter({ hasText: name });
    await waiting
      .getByRole('button', { name: 'Show what demo_model has sent', exact: true })
      .click({ timeout: 5_000 });
    await expect(waiting).toHaveCount(0);
  }).toPass();
  await staff.context().close();
}

const videoOf = (page: Page): Locator => page.locator('.video-frame video');
const secondsOf = (page: Page): Promise<number> =>
  videoOf(page).evaluate((video: HTMLVideoElement) => video.currentTime);
const bar = (page: Page): Locator => page.getByRole('slider', { name: 'Position in the video' });

async function buyHere(page: Page, price: number): Promise<void> {
  await page
    .getByRole('button', { name: `Buy for ${price}` })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Buy this video?' });
  await dialog.getByRole('button', { name: `Buy for ${price}` }).click();
  await expect(page.getByText('Media Purchased')).toBeVisible();
}

test(
  'a broadcast is recorded, published, approved, bought, watched, left and gone on with; members pay less, and all is bought at once',
  { tag: '@long' },
  async ({ page, browser }) => {
    const studio = await newPage(browser, ['camera', 'microphone']);
    await record(studio);
    const name = await publish(studio);
    await approve(browser, name);
    await studio.goto('/model-desk/recordings');
    const row = studio.getByRole('main').getByRole('listitem').first();
    await expect(row).toContainText('For sale');
    await expectGood(studio, 'recording for sale');
    const address = (await row.getByRole('link', { name: 'View it' }).getAttribute('href'))!;

    await joinAndBuy(page, 100);
    await test.step('who has not bought it sees who sells it, and one press for it', async () => {
      await page.goto(address);
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
      await expect(page.getByText('Locked')).toBeVisible();
      await expect(page.locator('.media-page .button-key:visible')).toHaveCount(1);
      await expect(page.locator('.media-side-person .avatar img')).toBeVisible();
      await expectGood(page, 'video that is locked');
    });

    const streamed: number[] = [];
    page.on('response', (response) => {
      if (/\/live\/vod\/\d+\/\d+\/\d+\.m4s/u.test(response.url())) streamed.push(response.status());
    });
    await test.step('bought, it plays in segments with its controls below the picture', async () => {
      await buyHere(page, PRICE);
      await expect.poll(() => balanceOf(page)).toBe(100 - PRICE);
      await page.getByRole('button', { name: 'Play', exact: true }).click();
      await expectMovingPicture(page, videoOf(page));
      expect(streamed.length).toBeGreaterThan(0);
      expect(new Set(streamed)).toEqual(new Set([200]));
      const [picture, controls] = await Promise.all([
        videoOf(page).boundingBox(),
        page.getByRole('toolbar', { name: 'Video' }).boundingBox(),
      ]);
      expect(controls!.y).toBeGreaterThanOrEqual(picture!.y + picture!.height - 1);
      await page.getByRole('button', { name: 'Pause', exact: true }).click();
      await expectGood(page, 'video that plays');
    });

    await test.step('keys and the pointer move about in it, and show what is there', async () => {
      await bar(page).focus();
      await page.keyboard.press('Home');
      await expect.poll(() => secondsOf(page)).toBeLessThan(1);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => secondsOf(page)).toBeCloseTo(10, 0);
      await expect(bar(page)).toHaveAttribute('aria-valuetext', /^0:10 of 0:/u);
      const shown = page.locator('.video-place-picture');
      await expect(shown).toBeVisible();
      const sheet = await shown.evaluate((element) => getComputedStyle(element).backgroundImage);
      expect(sheet).toMatch(/-sheet-0\.jpg/u);
      const answer = await page.request.get(/url\("([^"]+)"\)/u.exec(sheet)![1]!);
      expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/jpeg']);
      const box = (await bar(page).boundingBox())!;
      await page.mouse.move(box.x + box.width * 0.7, box.y + box.height / 2);
      await expect(page.locator('.video-place')).toBeVisible();
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/video-with-its-pictures.png` });
      await page.mouse.down();
      await page.mouse.up();
      const duration = await videoOf(page).evaluate((video: HTMLVideoElement) => video.duration);
      await expect.poll(() => secondsOf(page)).toBeGreaterThan(duration * 0.6);
      await page.keyboard.press('k');
      await expectMovingPicture(page, videoOf(page));
      await page.keyboard.press('k');
      await page.getByRole('button', { name: /^Speed/u }).click();
      await page.getByRole('menuitemradio', { name: '1.5×' }).click();
      expect(await videoOf(page).evaluate((video: HTMLVideoElement) => video.playbackRate)).toBe(1.5);
      await page.keyboard.press('m');
      await expect(page.getByRole('button', { name: 'Sound on' })).toBeVisible();
    });

    await test.step('it goes on where it was left', async () => {
      await bar(page).focus();
      await page.keyboard.press('Home');
      for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight');
      await expect.poll(() => secondsOf(page)).toBeCloseTo(15, 0);
      await page.goto('/account/media/recording');
      await page.getByRole('article').filter({ hasText: name }).getByRole('link').first().click();
      await expect(page.getByText('You stopped at 0:15.')).toBeVisible();
      await expect.poll(() => secondsOf(page)).toBeCloseTo(15, 0);
      await expectGood(page, 'video that goes on');
      await page.getByRole('button', { name: 'From the start' }).click();
      await expect.poll(() => secondsOf(page)).toBeLessThan(1);
      await page.getByRole('button', { name: 'Play', exact: true }).click();
      await expectMovingPicture(page, videoOf(page));
    });

    await test.step('a browser that has no code for segments plays the file', async () => {
      const plain = await browser.newContext({ storageState: await page.context().storageState() });
      await plain.addInitScript(() => {
        for (const name of ['MediaSource', 'ManagedMediaSource'])
          Object.defineProperty(globalThis, name, { value: undefined, configurable: true, writable: true });
        for (const name of ['MediaSource', 'ManagedMediaSource']) Reflect.deleteProperty(globalThis, name);
      });
      const other = await plain.newPage();
      await other.goto(address);
      await other.getByRole('button', { name: 'Play', exact: true }).click();
      await expectMovingPicture(other, videoOf(other));
      expect(await videoOf(other).getAttribute('src')).toMatch(/^\/files\/media\/.+\.mp4\?/u);
      await plain.close();
    });

    await test.step('the address of its stream opens nothing to somebody else', async () => {
      const { media } = await call<{ media: { id: number; stream_url: string } }>(
        page,
        `/media/get/${address.split('/').at(-1)}`,
      );
      expect((await page.request.get(media.stream_url)).status()).toBe(200);
      const guest = await newPage(browser);
      await guest.goto('/');
      expect((await guest.request.get(new URL(media.stream_url, page.url()).href)).status()).toBe(403);
      await guest.context().close();
    });

    await test.step('an insider of the club pays a tenth less; everything else comes a fifth cheaper at once', async () => {
      const member = await newPage(browser);
      await joinAndBuy(member, 200);
      await call(member, '/chat/demo_model/fans/prices').catch(() => undefined);
      await member.goto('/demo_model/fanclub');
      await member.getByRole('button', { name: 'Join as Insider' }).first().press('Enter');
      await member
        .getByRole('dialog', { name: 'Join as Insider' })
        .getByRole('button', { name: 'Join for 200 tokens' })
        .press('Enter');
      await expect.poll(() => balanceOf(member)).toBe(0);
      await buyTokens(member, 100);
      await member.goto(address);
      await expect(member.getByText('10% off as Insider').first()).toBeVisible();
      await expectGood(member, 'video for an insider');
      await buyHere(member, PRICE * 0.9);
      await expect.poll(() => balanceOf(member)).toBe(100 - PRICE * 0.9);
      await member.getByRole('button', { name: 'Play', exact: true }).click();
      await expectMovingPicture(member, videoOf(member));

      const unpurchased = async () =>
        (
          await call<{ unpurchased: { count: number; price_total: number; price_discounted: number } }>(
            member,
            '/user/demo_model/media',
          )
        ).unpurchased;
      const offer = await unpurchased();
      expect(offer.price_discounted).toBe(Math.floor(offer.price_total * 0.8));
      while ((await balanceOf(member)) < offer.price_discounted) await buyTokens(member, 200);
      const before = await balanceOf(member);
      await member.goto('/demo_model/media');
      await member.getByRole('button', { name: `Buy all ${offer.count}` }).click();
      const dialog = member.getByRole('dialog', { name: /^Buy \d+ items from/u });
      await expectGood(member, 'all media at once');
      await dialog.getByRole('button', { name: /^Buy for/u }).click();
      await expect(dialog).toHaveCount(0);
      await expect.poll(() => balanceOf(member)).toBe(before - offer.price_discounted);
      expect((await unpurchased()).count).toBe(0);
      await member.context().close();
    });
    await studio.context().close();
  },
);
