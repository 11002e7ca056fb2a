import { isLongRun } from '@klieg/testing/run-length';
import { expect, type Page } from '@playwright/test';
import { partsOf } from './site-parts.ts';
import { expectMovingPicture, logIn } from './steps.ts';
import { test } from './test.ts';
import { withoutUdp } from './without-udp.ts';

/* Media processes are started anew one after the other, while somebody broadcasts and somebody watches. */

test.use({ ownSite: 'drain', siteEnv: { MEDIA_PROCESSES: '2', DEMO_LIVE: '0' } });

const MEDIA = 'apps/media/src/main.ts';

interface Watched {
  /** What stood at these places, one after the other. */
  readonly said: string[];
  /** The longest time between two pictures that were shown, in milliseconds. */
  longestMs: number;
}

/** Keeps what the parts of the page say from now on, and how long its picture stood. */
const watch = (page: Page, parts: string): Promise<void> =>
  page.evaluate((selector) => {
    const watched: Watched = { said: [], longestMs: 0 };
    Object.assign(globalThis, { watched });
    const look = () => {
      const now = [...document.querySelectorAll(selector)].map((one) => one.textContent).join(' | ');
      if (watched.said.at(-1) !== now) watched.said.push(now);
    };
    look();
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    const video = document.querySelector('video')!;
    let last = performance.now();
    const onPicture = () => {
      watched.longestMs = Math.max(watched.longestMs, performance.now() - last);
      last = performance.now();
      video.requestVideoFrameCallback(onPicture);
    };
    video.requestVideoFrameCallback(onPicture);
  }, parts);

const watchedIn = (page: Page): Promise<Watched> =>
  page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched);

/** Ends processes as an operator does who wants them started anew; resolves when others are in their places. */
async function drain(baseURL: string, ...pids: readonly number[]): Promise<void> {
  for (const pid of pids) process.kill(pid, 'SIGUSR2');
  await expect
    .poll(() => partsOf(baseURL, MEDIA).filter((one) => !pids.includes(one)).length, { timeout: 240_000 })
    .toBe(2);
}

/** The performer was on the air all the time, and nobody was told of a reconnect. */
async function expectNoCut(studio: Page, viewers: Readonly<Record<string, Page>>): Promise<void> {
  expect((await watchedIn(studio)).said).toEqual(['On air']);
  for (const [way, page] of Object.entries(viewers)) {
    const { said, longestMs } = await watchedIn(page);
    console.log(`the picture by ${way} stood for ${Math.round(longestMs)} ms at most`);
    expect(said.filter((one) => /reconnect/iu.test(one))).toEqual([]);
  }
}

async function goLive(studio: Page): Promise<void> {
  await logIn(studio, 'demo_model');
  await studio.goto('/broadcast');
  await studio.getByRole('button', { name: 'Go live' }).click();
  await expect(studio.locator('.on-air')).toHaveText('On air');
}

async function endStream(studio: Page): Promise<void> {
  await studio.getByRole('button', { name: /^End/ }).click();
  await expect(studio.locator('.on-air')).toHaveText('Off air');
}

test(
  'each media process is ended and started anew without a cut for the performer or a viewer (LIVE-VIDEO-022)',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({ permissions: ['camera', 'microphone'] });
    const studio = await context.newPage();
    const viewer = await (await browser.newContext()).newPage();
    const sockets: string[] = [];
    viewer.on('websocket', (socket) => socket.url().includes('/live/ws/') && sockets.push(socket.url()));
    await goLive(studio);
    await viewer.goto('/demo_model');
    await expectMovingPicture(viewer);
    const viewers: Record<string, Page> = { WebSocket: viewer };
    if (isLongRun) {
      // By this way a viewer hears of it with the next token, after 40 s.
      viewers['WebRTC'] = await (await browser.newContext()).newPage();
      await viewers['WebRTC'].goto('/demo_model?transport=whep');
      await expectMovingPicture(viewers['WebRTC']);
      viewers['LL-HLS'] = await (await browser.newContext()).newPage();
      await viewers['LL-HLS'].goto('/demo_model?transport=hls');
      await expectMovingPicture(viewers['LL-HLS']);
    }
    await watch(studio, '.on-air');
    for (const page of Object.values(viewers)) await watch(page, '.player');

    const connections = sockets.length;
    const media = partsOf(baseURL!, MEDIA);
    expect(media).toHaveLength(2);
    for (const pid of media) {
      await drain(baseURL!, pid);
      for (const page of Object.values(viewers)) await expectMovingPicture(page);
    }
    // It was connected to one of the two, and so was its stream.
    expect(sockets.length).toBeGreaterThan(connections);
    await expectNoCut(studio, viewers);
    await endStream(studio);
    await context.close();
  },
);

test(
  'two that are asked at the same time go one after the other, also under a performer whose network lets no UDP through (LIVE-VIDEO-029)',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const studio = await withoutUdp(baseURL!);
    const viewer = await (await browser.newContext()).newPage();
    const ways: string[] = [];
    studio.on('websocket', (socket) => socket.url().includes('/live/ingest') && ways.push(socket.url()));
    await goLive(studio);
    await viewer.goto('/demo_model');
    await expectMovingPicture(viewer);
    await watch(studio, '.on-air');
    await watch(viewer, '.player');
    const before = ways.length;
    await drain(baseURL!, ...partsOf(baseURL!, MEDIA));
    await expectMovingPicture(viewer);
    // Once for each process that it was at.
    expect(ways.length).toBeGreaterThan(before);
    await expectNoCut(studio, { WebSocket: viewer });
    await endStream(studio);
    await studio.close();
  },
);
