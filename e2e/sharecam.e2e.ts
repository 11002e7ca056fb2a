import { type Browser, expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { expectMovingPicture, joinAndBuy, logIn } from './steps.ts';
import { test } from './test.ts';

/*
 * A viewer shares the own camera in real browsers with real video: asked for in the public room, declined, agreed to,
 * cut by a press on the own picture; then with a private, with which it ends.
 */

const ROOM = '/demo_model';
const SHOTS = process.env['E2E_SHOTS'];

const newPage = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ permissions: ['camera', 'microphone'] })).newPage();

const expectGood = (page: Page, name: string): Promise<void> =>
  inEveryLook(page, async (look) => {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name} ${look.name}.png`.replaceAll(' ', '-') });
    expect(await findings(page, look), `${name}, ${look.name}`).toEqual([]);
    expect(await overhangOf(page), `${name}, ${look.name}`).toBeLessThanOrEqual(0);
  });

/** Whether the browser films at all. */
const isFilming = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('video')].some((video) => {
      const stream = video.srcObject;
      return (
        stream instanceof MediaStream &&
        video.muted &&
        stream.getTracks().some(({ readyState }) => readyState === 'live')
      );
    }),
  );
/** The pictures that a video element has shown grow. */
const expectMoving = async (page: Page, label: string) => {
  const shown = () =>
    page
      .getByLabel(label, { exact: true })
      .evaluate((video) => (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames);
  await expect(page.getByLabel(label, { exact: true })).toBeVisible();
  await expect.poll(shown).toBeGreaterThan(5);
};

test(
  'a viewer’s camera is seen by the performer alone, from their yes until it is cut (LIVE-VIDEO-001) (LIVE-VIDEO-004) (LIVE-VIDEO-005) (LIVE-VIDEO-006) (LIVE-VIDEO-007) (LIVE-VIDEO-008) (LIVE-VIDEO-028) (LIVE-VIDEO-035) (ERRORS-058)',
  { tag: '@long' },
  async ({ browser }) => {
    const [studio, viewer, other] = [await newPage(browser), await newPage(browser), await newPage(browser)];
    await logIn(studio, 'demo_model');
    await studio.goto('/broadcast');
    await studio.getByRole('button', { name: 'Go live' }).click();
    await expect(studio.getByRole('status').filter({ hasText: 'On air' })).toBeVisible();
    const name = await joinAndBuy(viewer, 200);
    await Promise.all([viewer, other].map((page) => page.goto(ROOM)));
    await expectMovingPicture(viewer);
    const box = viewer.getByRole('region', { name: 'Your camera' });
    const desk = studio.getByRole('region', { name: 'Viewers’ cameras' });
    const dialog = viewer.getByRole('dialog');

    await test.step('a guest is asked to join, a member sees the own picture first', async () => {
      await other.getByRole('button', { name: 'Share my camera' }).click();
      await expect(other.getByRole('dialog')).toContainText('Join to share your camera');
      await other.keyboard.press('Escape');
      await viewer.getByRole('button', { name: 'Share my camera' }).click();
      await expect(dialog).toContainText('Preview, not sent yet');
      await expectMoving(viewer, 'Your picture');
      await expectGood(viewer, 'share the own camera');
      await dialog.getByRole('switch', { name: /^Blur my picture/ }).check();
      await expectMoving(viewer, 'Your picture');
      await dialog.getByRole('button', { name: 'Not this time' }).click();
      await expect(dialog).toBeHidden();
      expect(await isFilming(viewer)).toBe(false);
    });

    const ask = async () => {
      await viewer.getByRole('button', { name: 'Share my camera' }).click();
      await expect(dialog).toContainText('Preview, not sent yet');
      await dialog.getByRole('button', { name: 'Ask to share' }).click();
      await expect(box).toContainText(/Waiting for .* to accept/u);
      await expect(box).toContainText('Nothing is sent yet.');
      await expect(desk).toContainText(name);
    };

    await test.step('the performer declines', async () => {
      await ask();
      await expectGood(viewer, 'camera asked');
      await expectGood(studio, 'camera request in the studio');
      await desk.getByRole('button', { name: `Decline the camera of ${name}` }).click();
      await expect(viewer.getByText('Demo Model declined your ShareCam request.')).toBeVisible();
      await expect(box).toContainText('Your camera is off');
      await box.getByRole('button', { name: 'Close' }).click();
      await expect(box).toBeHidden();
      expect(await isFilming(viewer)).toBe(false);
    });

    await test.step('the performer looks, and the viewer is told so while it is true', async () => {
      await ask();
      await desk.getByRole('button', { name: `View ${name}` }).click();
      await expect(box).toContainText('Demo Model sees you');
      await expectMoving(studio, `Camera of ${name}`);
      await expectGood(viewer, 'camera shared');
      await expectGood(studio, 'camera in the studio');
      await expect(other.getByRole('region', { name: 'Your camera' })).toBeHidden();
    });

    await test.step('a press on the own picture cuts it', async () => {
      await viewer.getByRole('button', { name: 'Stop sharing your camera' }).click();
      await expect(box).toBeHidden();
      await expect(desk).toBeHidden();
      expect(await isFilming(viewer)).toBe(false);
    });

    await test.step('with a private it is sent once the private is accepted, and ends with it', async () => {
      await viewer.getByRole('button', { name: /^Private/ }).click();
      await dialog.getByRole('switch', { name: /^Share my camera/ }).check();
      await dialog.getByRole('button', { name: /^Ask for/ }).click();
      await expect(dialog).toContainText('Share your camera with');
      await dialog.getByRole('button', { name: 'Share my camera' }).click();
      await expect(box).toContainText('Nothing is sent before.');
      await studio.getByRole('button', { name: `Accept ${name}` }).click();
      await expect(box).toContainText('Demo Model sees you');
      await expectMoving(studio, `Camera of ${name}`);
      await expectGood(viewer, 'camera in a private');
      const strip = viewer.getByRole('region', { name: 'Private', exact: true });
      await strip.getByRole('button', { name: 'End private' }).first().click();
      await strip.getByRole('button', { name: 'End private' }).last().click();
      await expect(box).toContainText('It ended with the private.');
      await expect(desk).toBeHidden();
      expect(await isFilming(viewer)).toBe(false);
    });
    await Promise.all([studio, viewer, other].map((page) => page.context().close()));
  },
);
