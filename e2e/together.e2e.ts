import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { expectMovingPicture, joinAndBuy, logIn } from './steps.ts';
import { test } from './test.ts';

/*
 * A video that a viewer and a performer watch together in their private: a recording of hers, chosen, agreed to, played in
 * step, moved by either, and closed; one who looks on sees nothing of it.
 */

const ROOM = '/demo_model';
const SHOTS = process.env['E2E_SHOTS'];
/** A recording that is long enough to be moved about in. */
const RECORDED_MS = 60_000;
/** What both pages may be apart (S704), and what it takes to ask one after the other. */
const APART_MS = 500 + 250;

const newPage = async (browser: Browser, permissions: string[] = []): Promise<Page> =>
  (await browser.newContext({ permissions })).newPage();

const expectGood = (page: Page, name: string): Promise<void> =>
  inEveryLook(page, async (look) => {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name} ${look.name}.png`.replaceAll(' ', '-') });
    expect(await findings(page, look), `${name}, ${look.name}`).toEqual([]);
    expect(await overhangOf(page), `${name}, ${look.name}`).toBeLessThanOrEqual(0);
  });

/** The same in short: what is proposed waits for a minute only, on a slow machine too. */
const expectNarrow = (page: Page, name: string): Promise<void> =>
  inEveryLook(page, async (look) => {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name} ${look.name}.png`.replaceAll(' ', '-') });
    expect(await overhangOf(page), `${name}, ${look.name}`).toBeLessThanOrEqual(0);
  });

const call = (page: Page, path: string, body?: object) =>
  page.evaluate(
    async ([to, sent]) => {
      const { csrf } = (await (await fetch('/api/v1/site_config')).json()) as { csrf: string };
      const answer = await fetch(`/api/v1${to}`, {
        headers: { 'content-type': 'application/json', 'x-csrf-token': csrf },
        ...(sent && { method: 'POST', body: JSON.stringify(sent) }),
      });
      if (!answer.ok) throw new Error(await answer.text());
      return (await answer.json()) as { items: { state: string; duration: number }[] };
    },
    [path, body] as const,
  );

/** The performer on the air, and a recording of what she showed until now. */
async function goLiveAndRecord(studio: Page): Promise<void> {
  await logIn(studio, 'demo_model');
  const statesOf = async () => (await call(studio, '/broadcast/recordings')).items.map(({ state }) => state);
  // Journeys before this one may have left some.
  const before = (await statesOf()).length;
  await studio.goto('/broadcast');
  await call(studio, '/user/settings', {
    private_enabled: true,
    private_cost: 6,
    private_min_minutes: 1,
    spy_cost: 6,
    public_recording: true,
  });
  await studio.reload();
  await studio.getByRole('button', { name: 'Go live' }).click();
  await expect(studio.getByRole('status').filter({ hasText: 'On air' })).toBeVisible();
  const began = Date.now();
  await expect.poll(() => Date.now() - began, { timeout: RECORDED_MS * 2 }).toBeGreaterThan(RECORDED_MS);
  await call(studio, '/user/settings', { public_recording: false });
  await expect.poll(statesOf).toEqual(Array.from({ length: before + 1 }, () => 'ready'));
}

const watchOf = (page: Page): Locator => page.getByRole('region', { name: 'Watch together' });
const videoOf = (page: Page): Locator => watchOf(page).locator('video');

/** Where the video of a page stands, and when that was looked at, in milliseconds. */
const placeOf = (page: Page) =>
  videoOf(page).evaluate((video: HTMLVideoElement) => ({
    place: video.currentTime * 1_000,
    at: Date.now(),
    isPlaying: !video.paused && video.readyState >= 3,
  }));

/** Seconds from the end at which a journey on a slow machine goes back, so that the video does not end under it. */
const NEAR_END_MS = 20_000;

const moveTo = (page: Page, seconds: number): Promise<void> =>
  watchOf(page).getByRole('slider', { name: 'Position in the video' }).fill(String(seconds));

/** Both play and are at the same place; what passes between the two looks is counted. */
async function expectInStep(one: Page, other: Page, from = 0): Promise<void> {
  await expect(async () => {
    const [first, second] = [await placeOf(one), await placeOf(other)];
    if (first.place > RECORDED_MS - NEAR_END_MS) await moveTo(one, Math.floor(from / 5_000) * 5);
    expect([first.isPlaying, second.isPlaying]).toEqual([true, true]);
    expect(first.place).toBeGreaterThanOrEqual(from);
    expect(Math.abs(second.place - first.place - (second.at - first.at))).toBeLessThan(APART_MS);
  }).toPass();
}

test(
  'two watch a video together: proposed, agreed to, in step, moved by either, closed, and over with the private (LIVE-VIDEO-002) (LIVE-VIDEO-031) (LIVE-VIDEO-032)',
  { tag: '@long' },
  async ({ browser }) => {
    const studio = await newPage(browser, ['camera', 'microphone']);
    const viewer = await newPage(browser);
    const spy = await newPage(browser);
    await goLiveAndRecord(studio);
    const name = await joinAndBuy(viewer, 200);
    await joinAndBuy(spy);
    await Promise.all([viewer.goto(ROOM), spy.goto(ROOM)]);
    await expectMovingPicture(viewer);
    const action = viewer.getByRole('button', { name: 'Watch together' });
    const desk = watchOf(studio);

    await test.step('outside of a private the action opens the request for one, with a video', async () => {
      await expectGood(viewer, 'room where two may watch together');
      await action.click();
      const dialog = viewer.getByRole('dialog', { name: 'Ask for a private to watch together' });
      await dialog
        .getByRole('radio', { name: /^Recording of/ })
        .first()
        .check();
      await expectGood(viewer, 'request to watch together');
      await dialog.getByRole('button', { name: /^Ask for/ }).click();
      await expect(viewer.getByText('Waiting for Demo Model')).toBeVisible();
      const request = studio.getByRole('listitem').filter({ hasText: name });
      await expect(request).toContainText('Watch together');
      await studio.getByRole('button', { name: `Accept ${name}` }).click();
    });

    await test.step('the acceptance proposes it by itself, and the performer agrees', async () => {
      await expect(desk).toContainText(`${name} would like to watch a video with you`);
      await expect(watchOf(viewer)).toContainText('Demo Model is being asked to watch it with you');
      await expect(action).toBeHidden();
      await expectNarrow(studio, 'watching proposed to the performer');
      await desk.getByRole('button', { name: 'Not this one' }).click();
      await expect(viewer.getByText('demo_model does not want to watch that now.')).toBeVisible();
      await expect(watchOf(viewer)).toBeHidden();
    });

    await test.step('in the private the action opens the dialog, by keyboard too', async () => {
      await expectMovingPicture(viewer);
      await action.press('Enter');
      const dialog = viewer.getByRole('dialog', { name: 'Watch together' });
      const propose = dialog.getByRole('button', { name: 'Propose it' });
      await expect(propose).toBeDisabled();
      await dialog
        .getByRole('radio', { name: /^Recording of/ })
        .first()
        .press('Space');
      await expectGood(viewer, 'choosing a video');
      await propose.press('Enter');
      await expect(desk).toContainText(`${name} would like to watch a video with you`);
      await expectNarrow(viewer, 'watching proposed');
      await desk.getByRole('button', { name: 'Watch it together' }).click();
      await expect(viewer.locator('.player[data-mode="private"]')).toBeVisible();
      await expectInStep(viewer, studio, 500);
      await expectMovingPicture(viewer);
      await expect(action).toBeHidden();
      await watchOf(viewer).getByRole('button', { name: 'Pause for both' }).click();
      await expect(desk).toContainText(`Stopped by ${name}`);
    });

    await test.step('the video stands below the live picture, and over nothing', async () => {
      await expectGood(viewer, 'watching together');
      await expectGood(studio, 'watching together in the studio');
      for (const width of [1440, 360]) {
        await viewer.setViewportSize({ width, height: 900 });
        const [live, video] = [
          await viewer.locator('.player').first().boundingBox(),
          await watchOf(viewer).boundingBox(),
        ];
        expect(video!.y).toBeGreaterThanOrEqual(live!.y + live!.height - 1);
      }
      await viewer.setViewportSize({ width: 1440, height: 900 });
    });

    await test.step('who looks on sees the private, and nothing of the video', async () => {
      await spy.getByRole('button', { name: /^Spy/ }).click();
      await expectMovingPicture(spy);
      await expect(watchOf(spy)).toBeHidden();
      await expect(spy.locator('video[src*="/files/recordings/"]')).toHaveCount(0);
    });

    await test.step('either moves it, stops it and plays it for both', async () => {
      await moveTo(viewer, 20);
      await expect.poll(async () => (await placeOf(studio)).place).toBeGreaterThanOrEqual(19_000);
      await desk.getByRole('button', { name: 'Play for both' }).click();
      await expectInStep(viewer, studio, 20_000);
      await desk.getByRole('button', { name: 'Pause for both' }).click();
      await expect(watchOf(viewer)).toContainText('Stopped by demo_model');
      const stands = async () =>
        Promise.all(
          [viewer, studio].map((page) => videoOf(page).evaluate((video: HTMLVideoElement) => video.paused)),
        );
      await expect.poll(stands).toEqual([true, true]);
      await expect(async () => {
        const [mine, hers] = [await placeOf(viewer), await placeOf(studio)];
        expect(Math.abs(mine.place - hers.place)).toBeLessThan(50);
      }).toPass();
      await desk.getByRole('slider', { name: 'Position in the video' }).press('Home');
      await expect.poll(async () => (await placeOf(viewer)).place).toBeLessThan(50);
      await watchOf(viewer).getByRole('button', { name: 'Play for both' }).click();
      await expectInStep(viewer, studio);
      await viewer.reload();
      await expectInStep(viewer, studio);
    });

    await test.step('either closes it, and another one follows', async () => {
      await desk.getByRole('button', { name: 'Close video' }).click();
      await expect(watchOf(viewer)).toBeHidden();
      await expect(desk).toBeHidden();
      await action.click();
      const dialog = viewer.getByRole('dialog', { name: 'Watch together' });
      await dialog
        .getByRole('radio', { name: /^Recording of/ })
        .first()
        .check();
      await dialog.getByRole('button', { name: 'Propose it' }).click();
      await desk.getByRole('button', { name: 'Watch it together' }).click();
      await expectInStep(viewer, studio);
    });

    await test.step('the end of the private ends it', async () => {
      const strip = viewer.getByRole('region', { name: 'Private', exact: true });
      await strip.getByRole('button', { name: 'End private' }).first().click();
      await strip.getByRole('button', { name: 'End private' }).last().click();
      await expect(watchOf(viewer)).toBeHidden();
      await expect(desk).toBeHidden();
      await expectMovingPicture(viewer);
    });
    await Promise.all([studio, viewer, spy].map((page) => page.context().close()));
  },
);
