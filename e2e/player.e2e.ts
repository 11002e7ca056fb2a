import {
  type Browser,
  type BrowserContext,
  chromium,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import { howMany, isLongRun } from '@klieg/testing/run-length';
import { expectMovingPicture, logIn } from './steps.ts';
import { test } from './test.ts';
import { startThrottlingProxy } from './throttling-proxy.ts';

/*
 * How a room plays: the quality menu, sound alone, the ways in which the stream comes, and a line that
 * becomes narrow. One model broadcasts for all tests; figures are printed.
 */

let studio: BrowserContext;

/**
 * The browser's fake camera is nearly still, so that all renditions need the same; this one is as busy as
 * a real picture: a part of it is noise. The page's connections are kept where a test can reach them.
 */
const useBusyCamera = (context: BrowserContext) =>
  context.addInitScript(() => {
    const Peer = RTCPeerConnection;
    const peers: RTCPeerConnection[] = [];
    Object.assign(window, {
      peers,
      RTCPeerConnection: class extends Peer {
        constructor(configuration?: RTCConfiguration) {
          super(configuration);
          peers.push(this);
        }
      },
    });
    const devices = navigator.mediaDevices;
    if (!devices) return;
    const ask = devices.getUserMedia.bind(devices);
    const draw = (context: CanvasRenderingContext2D, noise: ImageData, picture: number): void => {
      for (let at = 0; at < noise.data.length; at += 4) {
        noise.data[at] = noise.data[at + 1] = noise.data[at + 2] = Math.random() * 255;
        noise.data[at + 3] = 255;
      }
      context.fillStyle = `hsl(${picture % 360} 60% 40%)`;
      context.fillRect(0, 0, 640, 480);
      context.putImageData(noise, (picture * 3) % 480, 140);
    };
    const busyTrack = (): MediaStreamTrack => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
      const context = canvas.getContext('2d')!;
      const noise = context.createImageData(160, 200);
      let picture = 0;
      setInterval(() => draw(context, noise, (picture += 1)), 50);
      return canvas.captureStream(20).getVideoTracks()[0]!;
    };
    devices.getUserMedia = async (constraints) => {
      const stream = await ask(constraints);
      const [camera] = stream.getVideoTracks();
      if (!camera) return stream;
      stream.removeTrack(camera);
      camera.stop();
      stream.addTrack(busyTrack());
      return stream;
    };
  });

test.use({ renditions: true });

test.beforeAll(async ({ browser }) => {
  studio = await browser.newContext({ permissions: ['camera', 'microphone'] });
  await useBusyCamera(studio);
  const page = await studio.newPage();
  await logIn(page, 'demo_model');
  await page.goto('/broadcast');
  await page.getByRole('button', { name: 'Go live' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'On air' })).toBeVisible();
});
test.afterAll(() => studio.close());

const timeOf = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);

/** Opens the quality menu, which asks for the renditions there are, until one is among them. */
async function openQuality(page: Page, wanted: RegExp): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Player' }).hover({ timeout: 5_000 });
    await page.getByRole('button', { name: /^Quality/ }).click({ timeout: 5_000 });
    await expect(page.getByRole('menuitemradio', { name: wanted })).toBeVisible({ timeout: 5_000 });
  }).toPass();
}

/** Chooses in the quality menu, again where it was drawn anew under the hand, until the meter names it. */
async function chooseQuality(
  page: Page,
  {
    wanted,
    meterName,
    press,
  }: { wanted: RegExp; meterName: RegExp; press: (item: Locator) => Promise<void> },
): Promise<void> {
  await expect(async () => {
    await openQuality(page, wanted);
    await press(page.getByRole('menuitemradio', { name: wanted }));
    await expect(meter(page)).toHaveAccessibleName(meterName, { timeout: 20_000 });
    // On half a core a rendition is made, falls behind and is made again.
  }).toPass({ timeout: 300_000 });
}

const meter = (page: Page) => page.getByRole('button', { name: /seconds behind live/ });

test('the quality menu names what plays, plays what is chosen, and is remembered (LIVE-VIDEO-033)', async ({
  page,
}) => {
  await page.goto('/demo_model');
  await expectMovingPicture(page);
  await openQuality(page, /^240p/);
  // Which one it is, is the line's to say.
  await expect(page.getByRole('menuitemradio', { name: /^Auto · \d+p/ })).toHaveAttribute(
    'aria-checked',
    'true',
  );
  await expect(page.getByRole('menuitemradio', { name: '480p · source' })).toBeVisible();
  await chooseQuality(page, {
    wanted: /^240p/,
    meterName: /240p/,
    async press(item) {
      await page.keyboard.press('ArrowDown');
      await item.focus({ timeout: 5_000 });
      await page.keyboard.press('Enter');
    },
  });
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoHeight), {
      // It may have stopped making it just now, and begins again after a while.
      timeout: 240_000,
    })
    .toBe(240);
  await expectMovingPicture(page);
  // A machine without time for it may have stopped making this rendition for a while.
  await expect(async () => {
    await page.reload();
    await expect(meter(page)).toHaveAccessibleName(/240p/, { timeout: 20_000 });
  }).toPass();
  await expectMovingPicture(page);
  await meter(page).click();
  // A machine without time for a socket may have gone on to play by HLS.
  await expect(page.getByText(/^(?:WebSocket|LL-HLS)$/)).toBeVisible();
  await expect(page.getByText('320 × 240')).toBeVisible();
});

test(
  'sound alone plays without a picture, and the picture comes back',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/demo_model');
    await expectMovingPicture(page);
    await chooseQuality(page, {
      wanted: /Audio only/,
      meterName: /Audio/,
      press: (item) => item.click({ timeout: 5_000 }),
    });
    const look = () =>
      page.locator('video').evaluate((video: HTMLVideoElement) => ({
        time: video.currentTime,
        width: video.videoWidth,
        heardBytes: (video as unknown as { webkitAudioDecodedByteCount: number }).webkitAudioDecodedByteCount,
      }));
    await expect.poll(async () => (await look()).width).toBe(0);
    const first = await look();
    await expect.poll(async () => (await look()).time).toBeGreaterThan(first.time + 1);
    expect((await look()).heardBytes).toBeGreaterThan(first.heardBytes);
    await chooseQuality(page, {
      wanted: /^Auto/,
      meterName: /\d+p/,
      press: (item) => item.click({ timeout: 5_000 }),
    });
    await expectMovingPicture(page);
  },
);

for (const transport of ['hls', 'whep'] as const)
  test(
    `the room plays by ${transport} where the address asks for it (LIVE-VIDEO-034)`,
    { tag: transport === 'whep' ? '@long' : [] },
    async ({ page }) => {
      const startedMs = Date.now();
      await page.goto(`/demo_model?transport=${transport}`);
      await expectMovingPicture(page);
      const before = await timeOf(page);
      await expect.poll(() => timeOf(page)).toBeGreaterThan(before + 2);
      await meter(page).click();
      await expect(page.getByText(transport === 'hls' ? 'LL-HLS' : 'WebRTC')).toBeVisible();
      await expect(page.locator('.player-details')).toContainText(/\d\d kbit/);
      const details = await page.locator('.player-details').innerText();
      console.log(
        `${transport}: moving after ${Date.now() - startedMs} ms; ${await meter(page).getAttribute('aria-label')}; ${details.replaceAll(/\s+/g, ' ')}`,
      );
    },
  );

test(
  'a browser that tells of a narrow line begins with a small picture, and others with the best (LIVE-VIDEO-013)',
  { tag: '@long' },
  async ({ browser }) => {
    /** The renditions that a page was sent, in their order. */
    const watchWith = async (downlink: number) => {
      const page = await (await browser.newContext()).newPage();
      const renditions: string[] = [];
      await page.addInitScript((mbit) => {
        Object.defineProperty(navigator, 'connection', { value: { downlink: mbit } });
      }, downlink);
      page.on('websocket', (socket) => {
        if (!socket.url().includes('/live/ws/')) return;
        socket.on('framereceived', ({ payload }) => {
          if (typeof payload === 'string')
            renditions.push((JSON.parse(payload) as { rendition: string }).rendition);
        });
      });
      await page.goto('/demo_model');
      await expectMovingPicture(page);
      return renditions;
    };
    const narrow = await watchWith(0.4);
    await expect.poll(() => narrow).toContain('240p');
    expect((await watchWith(10))[0]).toBe('source');
  },
);

test(
  'a browser that plays playlists by itself keeps its source while its tokens are renewed (LIVE-VIDEO-034)',
  { tag: '@long' },
  async ({ page }) => {
    await page.addInitScript(() => {
      // As on a phone: playlists are played by the browser alone.
      Reflect.deleteProperty(window, 'MediaSource');
      Reflect.deleteProperty(window, 'ManagedMediaSource');
    });
    const renewals: number[] = [];
    page.on('response', (answer) => {
      if (/\/live\/hls\/t\/[^/]+\/[^/]+\/token$/.test(answer.url())) renewals.push(answer.status());
    });
    await page.goto('/demo_model?transport=hls');
    await expectMovingPicture(page);
    // Chromium gives up a stream whose packaging has just begun, and is given it anew.
    await expect.poll(() => timeOf(page)).toBeGreaterThan(8);
    const video = page.locator('video');
    const source = await video.evaluate((one: HTMLVideoElement) => one.currentSrc);
    expect(source).toMatch(/\/live\/hls\/t\//);
    // Public rooms may be sent to a television.
    expect(await video.evaluate((one: HTMLVideoElement) => one.disableRemotePlayback)).toBe(false);
    await video.evaluate((one: HTMLVideoElement) => {
      const seen = { emptied: 0 };
      one.addEventListener('emptied', () => (seen.emptied += 1));
      Object.assign(window, { seen });
    });
    // The token of the source lives for a minute: the second renewal is past it.
    await expect.poll(() => renewals.length, { timeout: 180_000 }).toBeGreaterThan(1);
    expect(renewals).not.toContain(403);
    const before = await timeOf(page);
    await expect.poll(() => timeOf(page)).toBeGreaterThan(before + 2);
    expect(await video.evaluate((one: HTMLVideoElement) => one.currentSrc)).toBe(source);
    expect(await page.evaluate(() => (window as unknown as { seen: object }).seen)).toEqual({ emptied: 0 });
  },
);

test(
  'where the socket never comes about, the room plays by playlists after three attempts (LIVE-VIDEO-034)',
  { tag: '@long' },
  async ({ page }) => {
    await page.addInitScript(() => {
      const Socket = WebSocket;
      Object.assign(window, {
        WebSocket: class extends Socket {
          constructor(url: string | URL, protocols?: string | string[]) {
            super(String(url).replace('/live/ws/', '/live/no-such-door/'), protocols);
          }
        },
      });
    });
    const attempts: string[] = [];
    page.on('websocket', (socket) => socket.url().includes('no-such-door') && attempts.push(socket.url()));
    await page.goto('/demo_model');
    await expectMovingPicture(page);
    await meter(page).click();
    await expect(page.getByText('LL-HLS')).toBeVisible();
    expect(attempts).toHaveLength(3);
  },
);

test(
  'keys play and pause, mute and fill the screen only while the player has the focus',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/demo_model');
    await expectMovingPicture(page);
    const state = () =>
      page
        .locator('video')
        .evaluate((video: HTMLVideoElement) => ({ paused: video.paused, muted: video.muted }));
    await page.locator('body').press('k');
    expect(await state()).toEqual({ paused: false, muted: false });
    await page.locator('video').click({ position: { x: 300, y: 200 } });
    await page.keyboard.press('k');
    expect((await state()).paused).toBe(true);
    await page.keyboard.press('m');
    expect((await state()).muted).toBe(true);
    await page.keyboard.press(' ');
    await expect.poll(async () => (await state()).paused).toBe(false);
    await page.keyboard.press('f');
    await expect
      .poll(() => page.evaluate(() => document.fullscreenElement?.className ?? ''))
      .toContain('player');
    await page.keyboard.press('f');
    await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();
  },
);

test(
  'out of sight the picture follows to the corner, beside the chat, until it is closed or seen again',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1100, height: 330 });
    await page.goto('/demo_model');
    await expectMovingPicture(page);
    const player = page.getByRole('region', { name: 'Player' });
    const scroll = (top: number) =>
      page.locator('.room-stage').evaluate((stage, to) => stage.scrollTo(0, to), top);
    const close = page.getByRole('button', { name: 'Close the small player' });
    await scroll(10_000);
    await expect(close).toBeVisible();
    const [box, chat] = [await player.boundingBox(), await page.locator('.room-side').boundingBox()];
    expect(box!.x + box!.width).toBeLessThanOrEqual(chat!.x);
    await expectMovingPicture(page);
    await close.click();
    await expect(close).toBeHidden();
    await scroll(0);
    await expect(player).toBeInViewport();
    await scroll(10_000);
    await expect(close).toBeVisible();
    await page.getByRole('button', { name: 'Back to the picture' }).click();
    await expect(close).toBeHidden();
    await expect(page.locator('.player')).toBeInViewport({ ratio: 0.5 });
  },
);

interface Step {
  readonly rendition: string;
  readonly atMs: number;
}

/** Notes each rendition that the socket announces. */
function watchRenditions(page: Page): Step[] {
  const steps: Step[] = [];
  page.on('websocket', (socket) => {
    if (!socket.url().includes('/live/ws/')) return;
    socket.on('framereceived', ({ payload }) => {
      if (typeof payload !== 'string') return;
      const { rendition } = JSON.parse(payload) as { rendition: string };
      steps.push({ rendition, atMs: Date.now() });
    });
  });
  return steps;
}

/** Notes how long the picture stood still at most, from the call on. */
const watchStalls = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => {
    const seen = { longestMs: 0, sumMs: 0, count: 0 };
    const kept = window as unknown as { stalls: typeof seen; stallTimer?: number };
    clearInterval(kept.stallTimer);
    kept.stalls = seen;
    let time = video.currentTime;
    let movedAt = performance.now();
    kept.stallTimer = window.setInterval(() => {
      const now = performance.now();
      const stillMs = now - movedAt;
      if (video.currentTime === time) {
        seen.longestMs = Math.max(seen.longestMs, stillMs);
        return;
      }
      if (stillMs > 150) {
        seen.sumMs += stillMs;
        seen.count += 1;
      }
      time = video.currentTime;
      movedAt = now;
    }, 25);
  });
const stallsOf = (page: Page) =>
  page.evaluate(
    () => (window as unknown as { stalls: { longestMs: number; sumMs: number; count: number } }).stalls,
  );

async function throughProxy(baseURL: string, proxyPort: number): Promise<Browser> {
  const { launchOptions } = test.info().project.use;
  return chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions?.args ?? []),
      `--host-resolver-rules=MAP ${new URL(baseURL).host} 127.0.0.1:${proxyPort}`,
    ],
  });
}

test(
  'where no sound may start by itself the picture does, and one press brings the sound',
  { tag: '@long' },
  async ({ page }) => {
    // As browsers do it on a first visit; what looks into a page from a test counts as a person's press there.
    await page.addInitScript(() => {
      let isPressed = false;
      addEventListener('pointerdown', () => (isPressed = true), true);
      const { play } = HTMLMediaElement.prototype;
      HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
        const isAllowed = this.muted || isPressed;
        return isAllowed ? play.call(this) : Promise.reject(new DOMException('', 'NotAllowedError'));
      };
    });
    await page.goto('/demo_model');
    await expectMovingPicture(page);
    const isMuted = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.muted);
    expect(await isMuted()).toBe(true);
    await page.getByRole('button', { name: 'Tap for sound' }).click();
    expect(await isMuted()).toBe(false);
    await expect(page.getByRole('button', { name: 'Tap for sound' })).toBeHidden();
    await expectMovingPicture(page);
  },
);

/** Between what the picture of the fake camera needs and what the smallest rendition needs; the next where a slow machine sends less. */
const NARROW_KBPS = [800, 600, 450];
const EACH_MS = 30_000;
/** Bounds how long the large picture is waited for; it comes when the line has been wide for a while. */
const WIDE = { timeout: 240_000 };
/** Goals of a quiet machine, held by a long run; every run holds that it comes. */
const DOWN_MS = 3_000;
const STALL_MS = 1_000;
/** The best of these counts. */
const NARROWINGS_MAX = howMany(1, 3);

test(
  'a line that becomes narrow gets a smaller picture and goes on, and the large one when it is wide again',
  { tag: '@long' },
  async ({ baseURL }) => {
    test.setTimeout(NARROWINGS_MAX * 360_000 + 480_000);
    const proxy = await startThrottlingProxy(Number(new URL(baseURL!).port));
    const browser = await throughProxy(baseURL!, proxy.port);
    try {
      const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
      const steps = watchRenditions(page);
      await page.goto(`${baseURL}/demo_model`);
      await expectMovingPicture(page);
      // The ladder is there, and the source plays.
      await openQuality(page, /^240p/);
      await page.keyboard.press('Escape');
      await expect(meter(page)).toHaveAccessibleName(/480p/, WIDE);
      await meter(page).click();
      await page.waitForFunction(() =>
        /[1-9]\d\d kbit/.test(document.querySelector('.player-details')?.textContent ?? ''),
      );
      console.log(`before: ${(await page.locator('.player-details').innerText()).replaceAll(/\s+/g, ' ')}`);

      let isGood = false;
      for (let turn = 0; turn < NARROWINGS_MAX && !isGood; turn++) {
        await watchStalls(page);
        const narrowedMs = Date.now();
        const lower = () => steps.find(({ rendition, atMs }) => atMs > narrowedMs && rendition !== 'source');
        const kbps = () =>
          NARROW_KBPS[Math.floor((Date.now() - narrowedMs) / EACH_MS)] ?? NARROW_KBPS.at(-1)!;
        const narrow = () => {
          if (!lower()) proxy.setKbps(kbps());
          return lower();
        };
        await expect.poll(narrow, { ...WIDE, intervals: [50] }).toBeTruthy();
        const down = lower()!;
        await expect.poll(() => Date.now() - narrowedMs).toBeGreaterThan(8_000);
        const stalls = await stallsOf(page);
        await expectMovingPicture(page);
        const downMs = down.atMs - narrowedMs;
        console.log(
          `narrowed to ${kbps()} kbit/s: ${down.rendition} after ${downMs} ms (goal ${DOWN_MS}); longest stall ${Math.round(stalls.longestMs)} ms (goal ${STALL_MS}), ${stalls.count} of ${Math.round(stalls.sumMs)} ms in all`,
        );
        isGood = downMs <= DOWN_MS && stalls.longestMs <= STALL_MS;

        const widenedMs = Date.now();
        proxy.setKbps(Infinity);
        const upper = () => steps.find(({ rendition, atMs }) => atMs > widenedMs && rendition === 'source');
        await expect.poll(upper, { ...WIDE, intervals: [100] }).toBeTruthy();
        console.log(`widened: source after ${upper()!.atMs - widenedMs} ms`);
        await expectMovingPicture(page);
      }
      if (isLongRun) expect(isGood).toBe(true);
    } finally {
      await browser.close();
      await proxy.close();
    }
  },
);

test(
  'when the model’s picture stops the last one stays, and it goes on when the model is back (LIVE-VIDEO-022)',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/demo_model');
    await expectMovingPicture(page);
    await studio.pages()[0]!.evaluate(() => {
      const { peers } = window as unknown as { peers: RTCPeerConnection[] };
      for (const sender of peers.at(-1)!.getSenders()) void sender.replaceTrack(null);
    });
    await expect(page.getByText('The video resumes when Demo Model is back.')).toBeVisible();
    const held = await page
      .locator('video')
      .evaluate((video: HTMLVideoElement) => ({ width: video.videoWidth, isShown: video.checkVisibility() }));
    // Of whichever rendition played.
    expect(held).toEqual({ width: expect.any(Number), isShown: true });
    expect(held.width).toBeGreaterThan(0);
    await expect(page.getByText('The video resumes when')).toBeHidden();
    // A new broadcast's clock begins anew.
    await expect(() => expectMovingPicture(page)).toPass();
  },
);
