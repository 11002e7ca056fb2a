import { type Browser, expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { expectMovingPicture, joinAndBuy, logIn } from './steps.ts';
import { test } from './test.ts';

/*
 * What stands around a private: sound alone, the recording that its buyer keeps, the performer's notes, and the stars
 * afterwards.
 */

const ROOM = '/demo_model';
const SHOTS = process.env['E2E_SHOTS'];

/** A page in all themes at all widths: nothing that axe finds, and nothing over the edge. */
const lookAt = (page: Page, name: string): Promise<void> =>
  inEveryLook(page, async (look) => {
    expect(await findings(page, look), look.name).toEqual([]);
    expect(await overhangOf(page), look.name).toBeLessThanOrEqual(0);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name} ${look.name}.png`.replaceAll(' ', '-') });
  });

const newPage = async (browser: Browser, permissions: string[] = []): Promise<Page> =>
  (await browser.newContext({ permissions })).newPage();

async function goLive(studio: Page): Promise<void> {
  await logIn(studio, 'demo_model');
  await studio.goto('/broadcast');
  await studio.getByRole('button', { name: 'Go live' }).click();
  await expect(studio.getByRole('status').filter({ hasText: 'On air' })).toBeVisible();
}

test(
  'a private by sound alone is told before and in it, is recorded for its buyer, noted and rated (SHOWS-001) (SHOWS-032)',
  { tag: '@long' },
  async ({ browser }) => {
    const studio = await newPage(browser, ['camera', 'microphone']);
    const viewer = await newPage(browser);
    await goLive(studio);
    const name = await joinAndBuy(viewer, 200);
    await viewer.goto(ROOM);
    await expectMovingPicture(viewer);
    const camera = studio.getByRole('switch', { name: 'Camera off, sound only' });
    const strip = viewer.getByRole('region', { name: 'Private', exact: true });
    const desk = studio.getByRole('region', { name: 'Private', exact: true });

    await test.step('the dialog says that there is sound alone, and asks whether a recording is kept', async () => {
      await camera.check();
      await viewer.getByRole('button', { name: /^Private/ }).click();
      const dialog = viewer.getByRole('dialog');
      await expect(dialog).toContainText('Sound only now');
      await dialog.getByRole('switch', { name: /^Record it for me/ }).check();
      await lookAt(viewer, 'private request');
      await dialog.getByRole('button', { name: /^Ask for/ }).click();
    });

    await test.step('the performer sees that it is recorded, and notes something about who asks', async () => {
      await expect(studio.getByText('The viewer keeps a recording')).toBeVisible();
      await studio.getByRole('button', { name: 'Write a note' }).click();
      await studio.getByRole('textbox', { name: 'Your note' }).fill('Likes slow records');
      await studio.getByRole('button', { name: 'Close the note' }).click();
      await expect(studio.getByText('Likes slow records')).toBeVisible();
      // A request waits for a minute alone: it is looked at without more.
      if (SHOTS) await studio.screenshot({ path: `${SHOTS}/private-at-the-performer.png` });
      await studio.getByRole('button', { name: `Accept ${name}` }).click();
    });

    await test.step('the payer reads it in the chat and beside the picture, and the clock goes on', async () => {
      await expect(strip.getByText('Sound only: the camera is off. The clock keeps running.')).toBeVisible();
      await expect(viewer.getByText('Sound only: the camera is off.', { exact: true })).toBeVisible();
      await expect.poll(async () => strip.innerText()).toMatch(/SPENT\s+1\d/i);
      await expect(strip.getByText('The clock is stopped')).toBeHidden();
      await expect(desk).toContainText('Likes slow records');
      await lookAt(viewer, 'private by sound');
      await lookAt(studio, 'console of the show');
    });

    await test.step('with the camera the notice goes', async () => {
      await camera.uncheck();
      await expect(strip.getByText('Sound only: the camera is off. The clock keeps running.')).toBeHidden();
      await expectMovingPicture(viewer);
    });

    await test.step('the payer rates it afterwards', async () => {
      await strip.getByRole('button', { name: 'End private' }).first().click();
      await strip.getByRole('button', { name: 'End private' }).last().click();
      const row = viewer.getByRole('form', { name: 'How was it?' });
      await row.getByRole('radio', { name: '5 of 5 stars' }).check({ force: true });
      await row.getByRole('button', { name: /^Send|^Rate/ }).click();
      await expect(row).toBeHidden();
    });

    await test.step('the recording stands among the shows, and plays', async () => {
      await expect(async () => {
        await viewer.goto('/account/shows');
        const show = viewer.getByRole('button', { name: /demo_model/ }).first();
        await expect(show).toContainText('Rated', { timeout: 2_000 });
        await expect(show).toContainText('Recorded', { timeout: 2_000 });
      }).toPass();
      await viewer
        .getByRole('button', { name: /demo_model/ })
        .first()
        .click();
      await viewer.getByRole('button', { name: 'Watch the recording' }).click();
      // On a slow machine a picture that changed may have made a file more.
      const video = viewer.getByLabel(/^Recording of the show/).first();
      await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.duration)).toBeGreaterThan(5);
      await lookAt(viewer, 'recorded private');
    });
    await Promise.all([studio, viewer].map((page) => page.context().close()));
  },
);

test(
  'an hour with another price is set, shown with its end, and taken back',
  { tag: '@long' },
  async ({ browser }) => {
    const studio = await newPage(browser, ['camera', 'microphone']);
    const viewer = await newPage(browser);
    await goLive(studio);
    await joinAndBuy(viewer, 100);
    await viewer.goto(ROOM);
    const settings = await studio.context().newPage();
    await settings.goto('/account/settings/prices');

    await test.step('the whole of today costs more', async () => {
      await settings.getByRole('button', { name: 'Add hours' }).click();
      await settings.getByLabel('Day', { exact: true }).selectOption(String(new Date().getDay()));
      await settings.getByLabel('From', { exact: true }).fill('00:00');
      await settings.getByLabel('To', { exact: true }).fill('20:00');
      await settings.getByLabel('To', { exact: true }).fill('00:00');
      const price = settings.getByRole('group', { name: /^Hours on/ }).getByLabel('A private');
      await price.selectOption('90');
      await lookAt(settings, 'hours');
      await settings.getByRole('button', { name: 'Save the hours' }).click();
      await expect(settings.getByRole('button', { name: 'Save the hours' })).toBeHidden();
    });

    await test.step('whoever asks now reads the price and until when it holds', async () => {
      const button = viewer.getByRole('button', { name: /^Private/ });
      await expect(button).toContainText('90');
      await button.click();
      const dialog = viewer.getByRole('dialog');
      await expect(dialog).toContainText('90/min');
      await expect(dialog).toContainText('This price until');
      await lookAt(viewer, 'price of the hour');
    });

    await test.step('without hours the price of all other times holds', async () => {
      await settings.getByRole('button', { name: /^Remove the hours on/ }).click();
      await settings.getByRole('button', { name: 'Save the hours' }).click();
      await expect(viewer.getByRole('dialog')).not.toContainText('This price until');
      await expect(viewer.getByRole('dialog')).not.toContainText('90/min');
    });
    await Promise.all([studio, viewer].map((page) => page.context().close()));
  },
);
