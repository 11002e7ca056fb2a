import { type Browser, expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { joinAndBuy, logIn } from './steps.ts';
import { test } from './test.ts';

/*
 * A voyeur room in real browsers with real video: made by an administrator, its cameras switched on by the performer,
 * watched for free, for bought minutes, and by the camera that a viewer has chosen for everybody.
 */

const SHOTS = process.env['E2E_SHOTS'];
const MODEL = 'demo_model';

const newPage = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ permissions: ['camera', 'microphone'] })).newPage();

const expectGood = (page: Page, name: string): Promise<void> =>
  inEveryLook(page, async (look) => {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name} ${look.name}.png`.replaceAll(' ', '-') });
    expect(await findings(page, look), `${name}, ${look.name}`).toEqual([]);
    expect(await overhangOf(page), `${name}, ${look.name}`).toBeLessThanOrEqual(0);
  });

/** The room's picture goes on. */
const expectHero = async (page: Page): Promise<void> => {
  const video = page.locator('video').first();
  const shown = () =>
    video.evaluate((it) => (it as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames);
  await expect.poll(shown).toBeGreaterThan(5);
  const before = await shown();
  await expect.poll(shown).toBeGreaterThan(before);
};

test(
  'a house is watched for free, for minutes, and by the camera that somebody chose (LIVE-VIDEO-011) (LIVE-VIDEO-012)',
  { tag: '@long' },
  async ({ browser }) => {
    const [admin, studio, viewer, guest] = [
      await newPage(browser),
      await newPage(browser),
      await newPage(browser),
      await newPage(browser),
    ];

    await test.step('an administrator makes the room a voyeur room', async () => {
      await logIn(admin, 'demo_admin');
      await admin.goto('/admin/voyeur');
      await admin.getByLabel('Username of a performer').fill(MODEL);
      await admin.getByRole('button', { name: 'Make it a voyeur room' }).click();
      await expect(admin.getByRole('button', { name: `Make ${MODEL} a regular room` })).toBeVisible();
      await expectGood(admin, 'voyeur rooms at the desk');
    });

    const house = studio.getByRole('region', { name: 'House cameras' });
    await test.step('the performer switches two cameras on', async () => {
      await logIn(studio, MODEL);
      await studio.goto('/broadcast');
      await expect(studio.getByRole('button', { name: 'Go live' })).toBeHidden();
      for (const name of ['Kitchen', 'Living room']) {
        await house.getByRole('button', { name: `Switch on: ${name}` }).click();
        await expect(house.getByRole('listitem').filter({ hasText: name })).toContainText('On air');
      }
      await expect(house.getByRole('listitem').filter({ hasText: 'Kitchen' })).toContainText(
        'Viewers see it',
      );
      await expectGood(studio, 'house in the studio');
    });

    const cameras = viewer.getByRole('region', { name: 'House cameras' });
    await test.step('a guest sees stills alone, a member the shown camera for a minute a day', async () => {
      await guest.goto(`/${MODEL}`);
      const offered = guest.getByRole('region', { name: 'House cameras' });
      await expect(offered.getByRole('button', { name: 'Join and watch for free' })).toBeVisible();
      await expectGood(guest, 'house for a guest');
      await joinAndBuy(viewer, 200);
      await viewer.goto(`/${MODEL}`);
      await expectHero(viewer);
      await expect(cameras).toContainText('Free today');
      await expect(cameras.getByRole('listitem').filter({ hasText: 'Kitchen' })).toContainText('Shown now');
      await expectGood(viewer, 'house for a member');
    });

    await test.step('bought minutes go on where the free ones were', async () => {
      await cameras.getByRole('button', { name: /^5 minutes/ }).click();
      await expect(cameras).toContainText('Time left');
      await expectHero(viewer);
      await expect(cameras.getByRole('button', { name: 'Stop and get the rest back' })).toBeVisible();
      await expectGood(viewer, 'house with bought time');
    });

    await test.step('a turn shows everybody another camera', async () => {
      await cameras.getByRole('button', { name: 'Show Living room' }).click();
      await expect(cameras.getByRole('listitem').filter({ hasText: 'Living room' })).toContainText(
        'Shown now',
      );
      await expect(cameras).toContainText('Everyone sees the camera you chose');
      await expect(house.getByRole('listitem').filter({ hasText: 'Living room' })).toContainText(
        'Viewers see it',
      );
      await expectHero(viewer);
      await expectGood(viewer, 'house under control');
      await cameras.getByRole('button', { name: 'End my turn' }).click();
      await expect(cameras.getByRole('listitem').filter({ hasText: 'Kitchen' })).toContainText('Shown now');
    });

    await test.step('the rest of the minutes goes back, and the room closes with its last camera', async () => {
      await cameras.getByRole('button', { name: 'Stop and get the rest back' }).click();
      await expect(cameras).toContainText('Free today');
      for (const name of ['Kitchen', 'Living room'])
        await house.getByRole('button', { name: `Switch off: ${name}` }).click();
      await expect(studio.getByRole('status').filter({ hasText: 'Off air' })).toBeVisible();
      await expect(cameras).toBeHidden();
      await admin.getByRole('button', { name: `Make ${MODEL} a regular room` }).click();
      await expect(admin.getByText('No room is a voyeur room yet.')).toBeVisible();
    });
  },
);
