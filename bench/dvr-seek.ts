import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { launchBrowser } from './media/browser.ts';
import { startMediaProcess } from './media/media-process.ts';
import { servePages } from './media/pages.ts';
import { makeRights } from './media/rights.ts';

/*
 * Going back in a running broadcast: Chromium publishes a canvas that shows the time as a bar code, another one goes back
 * with the site's own player, each time anew, and from one moment of the past to another. What counts is from the
 * press to the first picture that was sent about then.
 */

const TIMES = 20;
const START_MS = 60_000;
/** So much is kept before the first one goes back. */
const KEPT_SECONDS = 45;
const FROM_SECONDS = 10;
const TO_SECONDS = 40;

interface Seen {
  readonly ms: number;
  /** What the picture was sent later than was wanted. */
  readonly offMs: number;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
const sorted = (seen: readonly Seen[], of: keyof Seen): readonly number[] =>
  seen.map((one) => Math.abs(one[of])).toSorted((a, b) => a - b);
/** Far apart from each other, in no order. */
const secondsOf = (i: number): number => FROM_SECONDS + ((i * 11) % (TO_SECONDS - FROM_SECONDS));

async function run(): Promise<BenchmarkResult> {
  const rights = makeRights(randomBytes(32));
  const streamName = randomBytes(16).toString('base64url');
  const recordingFolder = mkdtempSync(join(tmpdir(), 'klieg-dvr-bench-'));
  let port = 0;
  const pages = await servePages(({ pathname }) => {
    const base = `http://127.0.0.1:${port}/live`;
    if (pathname === '/publish-right')
      return { endpoint: `${base}/whip`, token: rights.publish('dvr', streamName) };
    if (pathname !== '/play-right') return undefined;
    return {
      stream_name: streamName,
      token: rights.goBack(streamName),
      urls: { ws: '', hls: `${base}/hls/${streamName}/index.m3u8`, whep: '' },
      renditions: ['source'],
      mode: 'public',
    };
  });
  const origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  const media = await startMediaProcess({
    secret: rights.secret,
    origin,
    settings: { transcodeCores: 0 },
    recordingFolder,
  });
  ({ port } = media);
  const browsers = await Promise.all([launchBrowser(), launchBrowser()]);
  try {
    const [publisher, viewer] = await Promise.all(browsers.map((browser) => browser.newPage()));
    await publisher!.goto(`${origin}/publish.html`);
    await publisher!.waitForFunction(`window.state?.kind === 'live'`, undefined, { timeout: START_MS });
    await media.order({ kind: 'keep_past', broadcastId: 'dvr', streamName, minutes: 10 });
    viewer!.on('pageerror', (err) => console.error(err.message));
    await viewer!.goto(`${origin}/past.html`);
    await viewer!.waitForFunction('window.isReady', undefined, { timeout: START_MS });
    const endMs = Date.now() + 2 * START_MS;
    while ((await viewer!.evaluate<number>('secondsKept()')) < KEPT_SECONDS) {
      if (Date.now() > endMs) throw new Error('nothing is kept of the broadcast');
      await pause(1_000);
    }
    // The code and the decoder are there from the second time on, as for whoever has looked at a room.
    await viewer!.evaluate(`goBack(${FROM_SECONDS})`);
    const back: Seen[] = [];
    const moved: Seen[] = [];
    for (let i = 0; i < TIMES; i++) back.push(await viewer!.evaluate<Seen>(`goBack(${secondsOf(i)})`));
    for (let i = 0; i < TIMES; i++) moved.push(await viewer!.evaluate<Seen>(`seek(${secondsOf(i)})`));
    return {
      figures: {
        p50: percentile(sorted(back, 'ms'), 0.5),
        p95: percentile(sorted(back, 'ms'), 0.95),
        seekP50: percentile(sorted(moved, 'ms'), 0.5),
        seekP95: percentile(sorted(moved, 'ms'), 0.95),
        offMsP50: percentile(sorted(back, 'offMs'), 0.5),
        offMsMax: percentile(sorted(back, 'offMs'), 1),
        times: TIMES,
      },
      reference: { comparedWith: 'an absolute goal, two browsers and the media process on one machine' },
    };
  } finally {
    for (const browser of browsers) await browser.close();
    pages.close();
    await media.stop();
    rmSync(recordingFolder, { recursive: true, force: true });
  }
}

export const benchmarks: readonly Benchmark[] = [{ name: 'dvr-seek', goal: { p50: 300, p95: 600 }, run }];
