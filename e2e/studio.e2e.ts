import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { logIn } from './steps.ts';
import { test } from './test.ts';

/* What the studio says of the own picture while it is not, not yet or no longer sent. */

const state = (page: Page) => page.locator('.on-air');

test(
  'a browser without H.264 is told so before anything is begun, and may go live once it has it',
  { tag: '@long' },
  async ({ page, context }) => {
    await context.grantPermissions(['camera', 'microphone']);
    await page.addInitScript(() => {
      const tell = RTCRtpSender.getCapabilities.bind(RTCRtpSender);
      RTCRtpSender.getCapabilities = (kind) => {
        const told = tell(kind);
        if (!told || 'hasEncoder' in globalThis) return told;
        return { ...told, codecs: told.codecs.filter(({ mimeType }) => mimeType !== 'video/H264') };
      };
    });
    await logIn(page, 'demo_model');
    await page.goto('/broadcast');
    await expect(page.getByText('This browser cannot send your picture yet')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Go live' })).toBeDisabled();
    await expect(state(page)).toHaveText('Off air');
    await page.evaluate(() => Object.assign(globalThis, { hasEncoder: true }));
    await expect(page.getByRole('button', { name: 'Go live' })).toBeEnabled();
    await expect(page.getByText('This browser cannot send your picture yet')).toBeHidden();
  },
);

test(
  'a camera that is opened anew while the broadcast begins is the one that is sent',
  { tag: '@long' },
  async ({ page, context }) => {
    await context.grantPermissions(['camera', 'microphone']);
    await logIn(page, 'demo_model');
    const held = (): [open: () => void, wait: Promise<void>] => {
      let open = () => {};
      const wait = new Promise<void>((resolve) => (open = resolve));
      return [open, wait];
    };
    const [answerSettings, settingsWanted] = held();
    const [answerStart, startWanted] = held();
    await page.route('**/video/streamer_settings', async (route) => {
      await settingsWanted;
      const response = await route.fetch();
      const settings = (await response.json()) as { webrtc: { fps_max: number } };
      settings.webrtc.fps_max -= 1;
      await route.fulfill({ response, json: settings });
    });
    await page.route('**/broadcast/start', async (route) => {
      await startWanted;
      await route.continue();
    });
    await page.goto('/broadcast');
    await page.getByRole('button', { name: 'Go live' }).click();
    const camera = () =>
      page
        .locator('video')
        .evaluate((video: HTMLVideoElement) => (video.srcObject as MediaStream | null)?.id);
    const before = await camera();
    answerSettings();
    await expect.poll(camera).not.toBe(before);
    answerStart();
    await expect(state(page)).toHaveText('On air');
    const status = () =>
      page.evaluate(async () => {
        const answer = await fetch('/api/v1/broadcast/current');
        return ((await answer.json()) as { status: string }).status;
      });
    await expect.poll(status).toBe('online');
    await page.getByRole('button', { name: /^End/ }).click();
    await expect(state(page)).toHaveText('Off air');
  },
);

test(
  'Panic pressed twice stays a cut and says so; the next start sends picture and sound again',
  { tag: '@long' },
  async ({ page, context }) => {
    await context.grantPermissions(['camera', 'microphone']);
    await logIn(page, 'demo_model');
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto('/broadcast');
    await page.getByRole('button', { name: 'Go live' }).click();
    await expect(state(page)).toHaveText('On air');
    // Twice on the same spot, where Go live stands after the first.
    const spot = (await page.getByRole('button', { name: /^Panic/u }).boundingBox())!;
    const [x, y] = [spot.x + spot.width / 2, spot.y + spot.height / 2];
    await page.mouse.click(x, y);
    await expect(state(page)).toHaveText('Cut: nobody sees or hears you');
    await expect(page.getByText('Picture and sound are cut')).toBeVisible();
    await page.mouse.click(x, y);
    await expect(page.getByRole('button', { name: 'Go live' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Go live' })).toBeEnabled();
    await expect(state(page)).toHaveText('Off air');
    const sent = () =>
      page.locator('video').evaluate((video: HTMLVideoElement) =>
        (video.srcObject as MediaStream)
          .getTracks()
          .map(({ kind, enabled }) => `${kind} ${enabled}`)
          .toSorted(),
      );
    expect(await sent()).toEqual(['audio false', 'video false']);
    await page.getByRole('button', { name: 'Go live' }).click();
    await expect(state(page)).toHaveText('On air');
    expect(await sent()).toEqual(['audio true', 'video true']);
    await page.getByRole('button', { name: /^End/ }).click();
    await expect(state(page)).toHaveText('Off air');
  },
);

test('on air is what is sent: connecting before it, off air after a refusal (LIVE-VIDEO-029)', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['camera', 'microphone']);
  await logIn(page, 'demo_model');
  await page.goto('/broadcast');
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route('**/live/whip', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Go live' }).click();
  await expect(state(page)).toHaveText('Connecting');
  await expect(page.getByText('Program', { exact: true })).toBeHidden();
  const answered = page.waitForResponse('**/live/whip');
  letThrough();
  // A picture of 640x480 goes out in two sizes.
  expect(await (await answered).text()).toContain('a=simulcast:recv h;l\r\n');
  await expect(state(page)).toHaveText('On air');
  await expect(page.getByText('Program', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^End/ }).click();
  await expect(state(page)).toHaveText('Off air');

  await page.unroute('**/live/whip');
  await page.route('**/live/whip', (route) => route.fulfill({ status: 403 }));
  await page.getByRole('button', { name: 'Go live' }).click();
  await expect(page.getByText('The server did not accept the video.')).toBeVisible();
  await expect(state(page)).toHaveText('Off air');
  await page.getByRole('button', { name: /^End/ }).click();
  await expect(page.getByRole('button', { name: 'Go live' })).toBeVisible();
});

test('a studio that is loaded anew keeps its room and goes live again in the same broadcast; one that is closed ends it', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['camera', 'microphone']);
  await logIn(page, 'demo_model');
  await page.goto('/broadcast');
  const goLive = async () => {
    await page.getByRole('button', { name: 'Go live' }).click();
    await expect(state(page)).toHaveText('On air');
  };
  await goLive();
  const streamOf = async () => {
    const answer = await page.request.get('/api/v1/broadcast/current');
    const { status, since } = (await answer.json()) as { status: string; since: string | null };
    return { status, since };
  };
  // A page that is loaded anew for longer than one may be away has ended it: a slow machine gets another try, with another broadcast.
  await expect(async () => {
    if ((await streamOf()).status === 'offline') await goLive();
    const before = await streamOf();
    await page.reload();
    await expect(page.getByText('Your video was lost')).toBeVisible({ timeout: 30_000 });
    await expect(state(page)).toHaveText('Reconnecting');
    await goLive();
    await expect.poll(streamOf, { timeout: 10_000 }).toEqual(before);
  }).toPass({ timeout: 300_000 });
  const other = await context.newPage();
  await page.goto('about:blank');
  await expect
    .poll(async () => (await other.request.get('/api/v1/broadcast/current')).json())
    .toMatchObject({ status: 'offline' });
  await other.close();
});

const FFMPEG = '/usr/bin/ffmpeg';
const isFfmpegHere = existsSync(FFMPEG);

test(
  'an encoder whose picture nobody can play is sent away, and the studio says which setting to change (LIVE-VIDEO-010)',
  { tag: '@long' },
  async ({ page }) => {
    test.skip(!isFfmpegHere, 'there is no ffmpeg');
    await logIn(page, 'demo_model');
    await page.goto('/broadcast');
    await page
      .getByRole('radio', { name: 'OBS' })
      .or(page.getByRole('button', { name: 'OBS' }))
      .click();
    await page.getByRole('button', { name: /Create a key|New key/ }).click();
    const field = (label: string) => page.getByLabel(label, { exact: true }).inputValue();
    const address = `${await field('Server (RTMP)')}/${await field('Stream key')}`;
    const picture =
      '-f lavfi -i testsrc2=size=640x360:rate=30 -c:v libx264 -preset ultrafast -pix_fmt yuv420p10le';
    const encoder = spawn(FFMPEG, `-v error -re ${picture} -f flv ${address}`.split(' '), {
      stdio: 'ignore',
    });
    try {
      // Whichever way of sending the panel shows.
      await page
        .getByRole('radio', { name: 'Browser' })
        .or(page.getByRole('button', { name: 'Browser' }))
        .click();
      await expect(page.getByText('Change this setting')).toBeVisible();
      await expect(page.getByText(/more than 8 bits.*set the color format to NV12/)).toBeVisible();
      await expect.poll(() => encoder.exitCode).not.toBeNull();
    } finally {
      encoder.kill('SIGKILL');
    }
  },
);
