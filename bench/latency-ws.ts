import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { MEDIA_TOKEN_MS, signMediaToken } from '@klieg/contract/media';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';

/*
 * Glass to glass: Chromium publishes a canvas that shows the time as a bar code through WHIP into a
 * real media process, another Chromium plays it with the site's player and reads the bar code.
 */

const ROOT = join(import.meta.dirname, '..');
const FEATURES = join(ROOT, 'apps', 'web', 'app', 'features');
const PAGES = join(import.meta.dirname, 'pages');
const WARM_UP_MS = 8_000;
const MEASURE_MS = 20_000;
const START_MS = 30_000;

const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
];

const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: '/usr/bin/chromium', headless: true, args: BROWSER_FLAGS });

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Rights for the one stream of this run. */
function makeRights(secret: Uint8Array) {
  const streamName = randomBytes(16).toString('base64url');
  const expiresAt = (): number => Date.now() + MEDIA_TOKEN_MS;
  return {
    publish: () =>
      signMediaToken(secret, {
        use: 'publish',
        streamName,
        broadcastId: 'latency',
        username: 'latency',
        session: 'publisher',
        expiresAt: expiresAt(),
      }),
    play: () =>
      signMediaToken(secret, {
        use: 'play',
        streamName,
        session: 'viewer',
        mode: 'public',
        expiresAt: expiresAt(),
      }),
    streamName,
  };
}

/** Serves the pages, the site's own modules, and rights. */
async function servePages(rights: ReturnType<typeof makeRights>, mediaPort: () => number): Promise<Server> {
  const module = async (path: string): Promise<string> =>
    stripTypeScriptTypes(await readFile(join(FEATURES, path), 'utf8'));
  const answers: Record<string, () => Promise<[type: string, body: string]>> = {
    '/publish.html': async () => ['text/html', await readFile(join(PAGES, 'publish.html'), 'utf8')],
    '/play.html': async () => ['text/html', await readFile(join(PAGES, 'play.html'), 'utf8')],
    '/bar-code.js': async () => ['text/javascript', await readFile(join(PAGES, 'bar-code.js'), 'utf8')],
    '/mse-player.js': async () => ['text/javascript', await module('playback/mse-player.ts')],
    '/whip-publisher.js': async () => ['text/javascript', await module('broadcast/whip-publisher.ts')],
    '/publish-right': async () => {
      const endpoint = `http://127.0.0.1:${mediaPort()}/live/whip`;
      return ['application/json', JSON.stringify({ endpoint, token: rights.publish() })];
    },
    '/play-right': async () => {
      const token = rights.play();
      const url = `ws://127.0.0.1:${mediaPort()}/live/ws/${rights.streamName}?token=${token}`;
      return ['application/json', JSON.stringify({ url, token })];
    },
  };
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ''];
    if (!answer) return void response.writeHead(404).end();
    answer().then(
      ([type, body]) => response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** The real media process. */
async function forkMedia(secret: Uint8Array, origin: string): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(join(ROOT, 'apps', 'media', 'src', 'main.ts'), [], {
    execArgv: [],
    env: {
      ...process.env,
      MEDIA_PORT: '0',
      MEDIA_HOST: '127.0.0.1',
      MEDIA_ICE_PORT: '0',
      MEDIA_SECRET: Buffer.from(secret).toString('hex'),
      MEDIA_ORIGINS: origin,
      NODE_NAME: 'latency',
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`media process ended with ${code}`)));
    child.on('message', (message) => {
      const { ready, port: opened } = message as { ready?: boolean; port?: number };
      if (ready && opened) resolve(opened);
    });
  });
  return { child, port };
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;

async function measure(publishPage: Page, playPage: Page): Promise<BenchmarkResult> {
  await pause(WARM_UP_MS);
  await playPage.evaluate('agesMs.length = 0; waits = 0');
  await pause(MEASURE_MS);
  const ages = ((await playPage.evaluate('agesMs')) as number[]).toSorted((a, b) => a - b);
  const waits = (await playPage.evaluate('waits')) as number;
  const published = (await publishPage.evaluate('state')) as { kbps?: number; fps?: number };
  if (ages.length < 100) throw new Error(`only ${ages.length} pictures were seen`);
  const { kbps = 0, fps = 0 } = published;
  return {
    figures: {
      p50: percentile(ages, 0.5),
      p95: percentile(ages, 0.95),
      pictures: ages.length,
      waits,
      publishedKbps: kbps,
      publishedFps: fps,
    },
    reference: { comparedWith: 'an absolute goal, two browsers and the media process on one machine' },
  };
}

async function run(): Promise<BenchmarkResult> {
  const secret = randomBytes(32);
  let mediaPort = 0;
  const pages = await servePages(makeRights(secret), () => mediaPort);
  const origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  const { child, port } = await forkMedia(secret, origin);
  mediaPort = port;
  const browsers: Browser[] = [];
  const open = async (path: string): Promise<Page> => {
    const browser = await launch();
    browsers.push(browser);
    const page = await browser.newPage();
    page.on('pageerror', (err) => console.error(path, err.message));
    await page.goto(`${origin}${path}`);
    return page;
  };
  try {
    const publishPage = await open('/publish.html');
    await publishPage.waitForFunction(`window.state?.kind === 'live'`, undefined, { timeout: START_MS });
    const playPage = await open('/play.html');
    await playPage.waitForFunction(`window.state?.kind === 'playing'`, undefined, { timeout: START_MS });
    return await measure(publishPage, playPage);
  } finally {
    await Promise.all(browsers.map((browser) => browser.close()));
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
    pages.close();
  }
}

export const benchmarks: readonly Benchmark[] = [{ name: 'latency-ws', goal: { p50: 250, p95: 400 }, run }];
