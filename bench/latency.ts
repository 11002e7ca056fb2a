import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import type { Benchmark, BenchmarkResult, LatencyGoal } from './benchmark.ts';
import { launchBrowser } from './media/browser.ts';
import { startLiveNginx } from '../apps/media/src/testing/live-nginx.ts';
import { startMediaProcess } from './media/media-process.ts';
import { servePages } from './media/pages.ts';
import { makeRights } from './media/rights.ts';

/*
 * Glass to glass: Chromium publishes a canvas that shows the time as a bar code through WHIP into a
 * real media process, another Chromium plays it with the site's own player and reads the bar code. One
 * publisher serves all ways in turn. Renditions are not made, so that no encoder takes part.
 */

const WARM_UP_MS = 10_000;
const MEASURE_MS = 20_000;
const START_MS = 30_000;
const PICTURES_MIN = 100;

type Way = 'ws' | 'hls' | 'whep' | 'hls-nginx';

interface Stage {
  readonly publishPage: Page;
  /** How far behind the newest part players are told to stay now. */
  holdBackMs(): Promise<number>;
  open(way: Way): Promise<{ page: Page; close(): Promise<void> }>;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function openPage(url: string): Promise<{ browser: Browser; page: Page }> {
  const browser = await launchBrowser();
  const page = await browser.newPage();
  page.on('pageerror', (err) => console.error(url, err.message));
  await page.goto(url);
  return { browser, page };
}

/** Media process, nginx, pages and the publisher; all end with this process. */
async function openStage(): Promise<Stage> {
  const rights = makeRights(randomBytes(32));
  const streamName = randomBytes(16).toString('base64url');
  let ports = { media: 0, nginx: 0 };
  const pages = await servePages(({ pathname, searchParams }) => {
    if (pathname === '/publish-right')
      return {
        endpoint: `http://127.0.0.1:${ports.media}/live/whip`,
        token: rights.publish('latency', streamName),
      };
    if (pathname !== '/play-right') return undefined;
    const base = `http://127.0.0.1:${searchParams.has('nginx') ? ports.nginx : ports.media}/live`;
    return {
      stream_name: streamName,
      token: rights.play(streamName),
      urls: {
        ws: `${base}/ws/${streamName}`,
        hls: `${base}/hls/${streamName}/index.m3u8`,
        whep: `${base}/whep/${streamName}`,
      },
      renditions: ['source'],
      mode: 'public',
    };
  });
  const origin = `http://127.0.0.1:${portOf(pages)}`;
  const media = await startMediaProcess({ secret: rights.secret, origin, settings: { transcodeCores: 0 } });
  const nginx = await startLiveNginx(media.port);
  process.once('exit', () => nginx.stop());
  ports = { media: media.port, nginx: nginx.port };
  const { page: publishPage } = await openPage(`${origin}/publish.html`);
  await publishPage.waitForFunction(`window.state?.kind === 'live'`, undefined, { timeout: START_MS });
  return {
    publishPage,
    async holdBackMs() {
      const path = `/live/hls/${streamName}/source/media.m3u8?token=${rights.play(streamName)}`;
      const playlist = await (await fetch(`http://127.0.0.1:${media.port}${path}`)).text();
      return Math.round(Number(/PART-HOLD-BACK=([\d.]+)/.exec(playlist)?.[1] ?? NaN) * 1_000);
    },
    async open(way) {
      const query = way === 'hls-nginx' ? 'way=hls&nginx=1' : `way=${way}`;
      const { browser, page } = await openPage(`${origin}/play.html?${query}`);
      return { page, close: () => browser.close() };
    },
  };
}

let stage: Promise<Stage> | undefined;

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;

async function measure(publishPage: Page, playPage: Page): Promise<BenchmarkResult> {
  await playPage.waitForFunction(`window.state?.kind === 'playing'`, undefined, { timeout: START_MS });
  await pause(WARM_UP_MS);
  await playPage.evaluate('agesMs.length = 0; waits = 0');
  await pause(MEASURE_MS);
  const ages = ((await playPage.evaluate('agesMs')) as number[]).toSorted((a, b) => a - b);
  const waits = (await playPage.evaluate('waits')) as number;
  const { kbps = 0, fps = 0 } = (await publishPage.evaluate('state')) as { kbps?: number; fps?: number };
  if (ages.length < PICTURES_MIN) throw new Error(`only ${ages.length} pictures were seen`);
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

const measured = new Map<Way, BenchmarkResult>();

async function measureWay(way: Way): Promise<BenchmarkResult> {
  stage ??= openStage();
  const { publishPage, open, holdBackMs } = await stage;
  const { page, close } = await open(way);
  try {
    const result = await measure(publishPage, page);
    if (!way.startsWith('hls')) return result;
    return { ...result, figures: { ...result.figures, holdBackMs: await holdBackMs() } };
  } finally {
    await close();
  }
}

async function runWay(way: Way): Promise<BenchmarkResult> {
  const result = measured.get(way) ?? (await measureWay(way));
  measured.set(way, result);
  return result;
}

/** Beside the same without nginx, in the same run. */
async function runNginx(): Promise<BenchmarkResult> {
  const { p50 = NaN, p95 = NaN } = (await runWay('hls')).figures;
  const { figures, reference } = await runWay('hls-nginx');
  const more = { p50More: figures['p50']! - p50, p95More: figures['p95']! - p95 };
  return { figures: { ...figures, ...more }, reference: { ...reference, p50Without: p50, p95Without: p95 } };
}

const latency = (name: string, way: Way, goal: LatencyGoal): Benchmark => ({
  name,
  goal,
  run: () => runWay(way),
});

/** Through nginx 100 ms more than without it. */
export const benchmarks: readonly Benchmark[] = [
  latency('latency-whep', 'whep', { p50: 60, p95: 100 }),
  latency('latency-ws', 'ws', { p50: 250, p95: 400 }),
  latency('latency-llhls', 'hls', { p50: 1_200, p95: 1_500 }),
  { name: 'latency-llhls-nginx', goal: { p50: 1_300, p95: 1_600 }, run: runNginx },
];
