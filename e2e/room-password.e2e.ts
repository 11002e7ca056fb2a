import { type BrowserContext, expect, type Page } from '@playwright/test';
import { expectMovingPicture, logIn } from './steps.ts';
import { test } from './test.ts';

/* What viewers see while a model on the air sets, changes and takes away the password of the room. */

/** A busy machine may take this long; how long it took is told. */

let studioContext: BrowserContext;
let studio: Page;

test.beforeAll(async ({ browser }) => {
  studioContext = await browser.newContext({ permissions: ['camera', 'microphone'] });
  studio = await studioContext.newPage();
  await logIn(studio, 'demo_model');
  await studio.goto('/broadcast');
  await studio.getByRole('button', { name: 'Go live' }).click();
  await expect(studio.getByRole('status').filter({ hasText: 'On air' })).toBeVisible();
});
test.afterAll(async () => {
  await setPassword(null);
  await studioContext.close();
});

const setPassword = (password: string | null) =>
  studio.evaluate(async (cam_password) => {
    const { csrf } = (await (await fetch('/api/v1/site_config')).json()) as { csrf: string };
    const answer = await fetch('/api/v1/user/settings', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf-token': csrf },
      body: JSON.stringify({ cam_password }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }, password);

const screen = (page: Page) => page.getByText('This room has a password');

/** The picture moves, and its stream is connected anew. */
const expectBack = async (page: Page): Promise<void> => {
  await expect(screen(page)).toBeHidden();
  await expect(async () => {
    const before = await page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
    await page.waitForTimeout(300);
    const now = await page
      .locator('video')
      .evaluate((video: HTMLVideoElement) => ({ time: video.currentTime, width: video.videoWidth }));
    expect(now.width).toBeGreaterThan(0);
    expect(now.time).not.toBe(before);
  }).toPass();
  await expectMovingPicture(page);
};

test('a password set on the air brings its screen, and the right one brings the picture; without it everybody sees again (LIVE-VIDEO-018)', async ({
  browser,
}) => {
  const invited = await (await browser.newContext()).newPage();
  const uninvited = await (await browser.newContext()).newPage();
  for (const page of [invited, uninvited]) await page.goto('/demo_model');
  for (const page of [invited, uninvited]) await expectMovingPicture(page);

  const setMs = Date.now();
  await setPassword('open sesame');
  for (const page of [invited, uninvited]) await expect(screen(page)).toBeVisible();
  console.log(`password screen after ${Date.now() - setMs} ms`);

  await invited.getByLabel('Room password').fill('something else');
  await invited.getByRole('button', { name: 'Enter' }).click();
  await expect(invited.getByText('Wrong password')).toBeVisible();
  await invited.getByLabel('Room password').fill('open sesame');
  await invited.getByRole('button', { name: 'Enter' }).click();
  await expectBack(invited);
  await expect(screen(uninvited)).toBeVisible();

  const clearedMs = Date.now();
  await setPassword(null);
  await Promise.all([expectBack(invited), expectBack(uninvited)]);
  console.log(`everybody back after ${Date.now() - clearedMs} ms`);
});
