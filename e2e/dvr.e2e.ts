import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { findings, inEveryLook, overhangOf } from './looks.ts';
import { expectMovingPicture, logIn } from './steps.ts';
import { test } from './test.ts';

/*
 * A viewer goes back in a running stream by button, keyboard and pointer, sees what was sent then, and is live again by
 * one press; the performer clips what has just been seen. Her picture shows the time at which it was sent.
 */

const ROOM = '/demo_model';
const SHOTS = process.env['E2E_SHOTS'];
/** Two fields, tens and units of the seconds, each as one of ten greys. */
const GREY = { first: 16, step: 23 } as const;

/** The camera shows when it is. */
const useClockCamera = (context: BrowserContext) =>
  context.addInitScript((grey) => {
    const devices = navigator.mediaDevices;
    if (!devices) return;
    const ask = devices.getUserMedia.bind(devices);
    const clockTrack = (): MediaStreamTrack => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
      const drawing = canvas.getContext('2d')!;
      const fill = (x: number, digit: number) => {
        const level = grey.first + grey.step * digit;
        drawing.fillStyle = `rgb(${level} ${level} ${level})`;
        drawing.fillRect(x, 0, 320, 480);
      };
      setInterval(() => {
        const seconds = Math.floor(Date.now() / 1_000) % 100;
        fill(0, Math.floor(seconds / 10));
        fill(320, seconds % 10);
        // Something that moves, so that each picture is another.
        drawing.fillStyle = '#888';
        drawing.fillRect(300, Math.floor(Date.now() / 20) % 400, 40, 40);
      }, 80);
      return canvas.captureStream(12).getVideoTracks()[0]!;
    };
    devices.getUserMedia = async (constraints) => {
      const stream = await ask(constraints);
      const [camera] = stream.getVideoTracks();
      if (!camera) return stream;
      stream.removeTrack(camera);
      camera.stop();
      stream.addTrack(clockTrack());
      return stream;
    };
  }, GREY);

/** How many seconds ago the picture that is seen was sent, modulo 100; undefined while there is none. */
const ageOfPicture = (page: Page): Promise<number | undefined> =>
  page.locator('.player video').evaluate((video: HTMLVideoElement, grey) => {
    if (video.videoWidth === 0 || video.readyState < 2) return undefined;
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 48 });
    const drawing = canvas.getContext('2d')!;
    drawing.drawImage(video, 0, 0, 64, 48);
    const digit = (x: number) => {
      const [level = 0] = drawing.getImageData(x, 24, 1, 1).data;
      return Math.max(0, Math.min(9, Math.round((level - grey.first) / grey.step)));
    };
    const shown = digit(12) * 10 + digit(52);
    return (Math.floor(Date.now() / 1_000) - shown + 100) % 100;
  }, GREY);

const newPage = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage();
const timeline = (page: Page) => page.getByRole('slider', { name: 'Go back in the stream' });
const saidBehind = async (page: Page): Promise<number> => {
  const text = (await timeline(page).getAttribute('aria-valuetext')) ?? '';
  const [, minutes = '0', seconds] = /^(?:(\d+) minutes )?(\d+) seconds behind live$/.exec(text) ?? [];
  return seconds === undefined ? 0 : Number(minutes) * 60 + Number(seconds);
};
const expectAge = (page: Page, from: number, to: number): Promise<void> =>
  expect
    .poll(async () => {
      const age = await ageOfPicture(page);
      return age !== undefined && age >= from && age <= to ? 'then' : `${age} s ago`;
    })
    .toBe('then');
const shoot = (page: Page, name: string): Promise<void> =>
  inEveryLook(page, async (look) => {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name} ${look.name}.png`.replaceAll(' ', '-') });
    expect(await findings(page, look), `${name}, ${look.name}`).toEqual([]);
    expect(await overhangOf(page), `${name}, ${look.name}`).toBeLessThanOrEqual(0);
  });

const setPassword = (studio: Page, password: string | null) =>
  studio.evaluate(async (cam_password) => {
    const { csrf } = (await (await fetch('/api/v1/site_config')).json()) as { csrf: string };
    const answer = await fetch('/api/v1/user/settings', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf-token': csrf },
      body: JSON.stringify({ cam_password }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }, password);

test(
  'a viewer goes back in the stream, sees an older picture, and is live again; a clip of it is kept',
  { tag: '@long' },
  async ({ page, browser }) => {
    const studioContext = await browser.newContext({ permissions: ['camera', 'microphone'] });
    await useClockCamera(studioContext);
    const studio = await studioContext.newPage();
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    const hasPastPlayer = () => scripts.some((path) => path.includes('past-player'));

    await test.step('the performer lets viewers go back ten minutes', async () => {
      await logIn(studio, 'demo_model');
      await studio.goto('/account/settings/broadcast');
      await studio.getByLabel('How far viewers may go back').selectOption({ label: '10 minutes' });
      await expect(studio.getByText('Saved').first()).toBeVisible();
      await shoot(studio, 'setting of going back');
      await studio.goto('/broadcast');
      await expect(studio.getByRole('button', { name: 'Clip', exact: true })).toBeDisabled();
      await studio.getByRole('button', { name: 'Go live' }).click();
      await expect(studio.getByRole('status').filter({ hasText: 'On air' })).toBeVisible();
    });

    await test.step('the timeline stands below the picture, and live plays as ever', async () => {
      await page.goto(ROOM);
      await expectMovingPicture(page);
      await expect(timeline(page)).toHaveAttribute('aria-valuetext', 'Live');
      await expect(page.getByRole('button', { name: 'Live', exact: true })).toBeDisabled();
      const picture = (await page.locator('.player').boundingBox())!;
      const bar = (await page.locator('.player-past').boundingBox())!;
      expect(bar.y).toBeGreaterThanOrEqual(picture.y + picture.height - 1);
      await expect.poll(async () => Number(await timeline(page).getAttribute('min'))).toBeLessThan(-35);
      expect(hasPastPlayer()).toBe(false);
      await expectAge(page, 0, 4);
    });

    await test.step('ten seconds back, and ten more', async () => {
      await page.getByRole('button', { name: '10 s back' }).click();
      await expectAge(page, 9, 16);
      expect(hasPastPlayer()).toBe(true);
      await expect.poll(() => saidBehind(page)).toBeGreaterThanOrEqual(8);
      await page.getByRole('button', { name: '10 s back' }).click();
      await expectAge(page, 18, 28);
      await expectMovingPicture(page);
      // The delay is wanted, and no fault of the line.
      await expect(page.getByRole('button', { name: /seconds behind live, / })).toHaveCount(0);
      await shoot(page, 'back in the stream');
    });

    await test.step('keys lead to the oldest, by steps, and to live', async () => {
      await timeline(page).focus();
      await page.keyboard.press('Home');
      await expectAge(page, 30, 99);
      const oldest = await saidBehind(page);
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => saidBehind(page)).toBeLessThan(oldest);
      await page.keyboard.press('End');
      await expect(timeline(page)).toHaveAttribute('aria-valuetext', 'Live');
      await expectAge(page, 0, 4);
    });

    await test.step('a press on the line leads to where it was, with a small picture of then', async () => {
      const box = (await timeline(page).boundingBox())!;
      await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2);
      await expect(page.locator('.past-readout img')).toBeVisible();
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2, { steps: 4 });
      await page.mouse.up();
      await expectAge(page, 15, 99);
      await page.getByRole('button', { name: 'Live', exact: true }).click();
      await expectAge(page, 0, 4);
      await expectMovingPicture(page);
    });

    await test.step('the performer takes a clip, which stands among the recordings', async () => {
      await studio.getByRole('radio', { name: '15 s' }).click();
      await studio.getByRole('button', { name: 'Clip', exact: true }).click();
      await expect(studio.getByText('Clip taken')).toBeVisible();
      if (SHOTS) await studio.getByRole('button', { name: 'Clip', exact: true }).scrollIntoViewIfNeeded();
      if (SHOTS) await studio.screenshot({ path: `${SHOTS}/studio-with-clips.png` });
      const desk = await studioContext.newPage();
      await desk.goto('/model-desk/recordings');
      const row = desk.getByRole('listitem').filter({ hasText: 'Clip of' }).first();
      await expect(row).toContainText('Ready');
      await expect(row).toContainText('0:1');
      await shoot(desk, 'a clip among recordings');
      const download = desk.waitForEvent('download');
      await row.getByRole('button', { name: 'Download' }).click();
      expect((await download).suggestedFilename()).toMatch(/\.mp4$/);
      await row.getByRole('button', { name: 'Delete' }).click();
      await desk.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expect(row).toHaveCount(0);
      await desk.close();
    });

    await test.step('who has gone back is put out with everybody, and comes back into a stream without that past', async () => {
      await page.getByRole('button', { name: '10 s back' }).click();
      await expectAge(page, 9, 16);
      const asked = page.waitForRequest(/\/source\/past-\d+\.m4s/u);
      await page.getByRole('button', { name: '10 s back' }).click();
      const address = (await asked).url();
      await setPassword(studio, 'open sesame');
      await expect(page.getByText('This room has a password')).toBeVisible();
      await expect(timeline(page)).toHaveCount(0);
      // What it was shown by opens nothing any more.
      await expect.poll(async () => (await page.request.get(address)).status()).toBe(403);
      await setPassword(studio, null);
      await expectAge(page, 0, 4);
      await expect(timeline(page)).toHaveAttribute('aria-valuetext', 'Live');
      expect(Number(await timeline(page).getAttribute('min'))).toBeGreaterThan(-30);
    });

    await test.step('nobody goes back any more once she lets nobody', async () => {
      const other = await newPage(browser);
      const desk = await studioContext.newPage();
      await desk.goto('/account/settings/broadcast');
      await desk.getByLabel('How far viewers may go back').selectOption({ label: 'Not at all' });
      await expect(timeline(page)).toHaveCount(0);
      await other.goto(ROOM);
      await expectMovingPicture(other);
      await expect(timeline(other)).toHaveCount(0);
      await other.context().close();
    });
    await studioContext.close();
  },
);
