import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LineProfile } from '@klieg/testing/bad-line';
import { seededRandom } from '@klieg/testing/fuzzing';
import { filterPlayOffer } from '../apps/media/src/edge/webrtc/play-offer.ts';
import { publishersEntry } from '@klieg/demo';
import { prepareTestLoop, SCENE } from '../apps/media/src/testing/live-harness.ts';
import { startWhepPages, type WhepPage, type WhepPages } from '../apps/media/src/testing/whep-page.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { startMediaProcess } from './media/media-process.ts';
import { makeRights } from './media/rights.ts';

/*
 * What a real browser sees of a stream over bad lines: ours beside werift, which sends the same pictures through the
 * same line, repeats what is lost and knows of nothing else. For each kind of line the time that the picture stood
 * still, what was shown, and how much later than the soonest picture the others came.
 */

const SECONDS = 20;
const SETTLE_SECONDS = 5;
const RECOVER_SECONDS_MAX = 40;
const POLL_MS = 500;
const FPS_PLAYS = 15;
const TRIES_MAX = 60;
const NAME = 'anna';
const STREAM = 'bad-lines-stream';

interface Kind {
  readonly name: string;
  readonly line: LineProfile;
  /** Then the line is as good as this again. */
  readonly after?: LineProfile;
}

const USUAL = { delayMs: 20, queueMs: 300 } as const;
const KINDS: readonly Kind[] = [
  { name: 'loss2', line: { ...USUAL, lossShare: 0.02 } },
  { name: 'loss5', line: { ...USUAL, lossShare: 0.05 } },
  { name: 'loss10', line: { ...USUAL, lossShare: 0.1 } },
  { name: 'bursts', line: { ...USUAL, bursts: { good: 200, lost: 10 } } },
  { name: 'narrow', line: { ...USUAL, kbps: 1_200 } },
  { name: 'fall', line: { ...USUAL, kbps: 300 }, after: { ...USUAL, kbps: 3_000 } },
];
const GOOD: LineProfile = { ...USUAL, kbps: 3_000 };

interface Seen {
  readonly frozenSecondsPerMinute: number;
  /** Mean of what was shown each second, in lines of a picture. */
  readonly height: number;
  readonly lateP95Ms: number;
  readonly lostSoundShare: number;
  /** Seconds after which the picture played whole again once the line was good; -1: not. */
  readonly recoverySeconds: number;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const rounded = (value: number): number => Math.round(value * 10) / 10;

/** How much later than the soonest one pictures were shown, for 95 of 100. */
function lateP95(shown: readonly (readonly [ticks: number, atMs: number])[]): number {
  const ways = shown.map(([ticks, atMs]) => atMs - ticks / 90);
  const soonest = Math.min(...ways);
  const late = ways.map((way) => way - soonest).toSorted((a, b) => a - b);
  return Math.round(late[Math.floor(late.length * 0.95)] ?? 0);
}

/** Seconds until the picture has its size again and goes on. */
async function recovery(page: WhepPage, fullHeight: number): Promise<number> {
  const startMs = performance.now();
  let before = await page.figures();
  for (let i = 0; i < (RECOVER_SECONDS_MAX * 1_000) / POLL_MS; i++) {
    await pause(POLL_MS);
    const now = await page.figures();
    const fps = ((now.framesDecoded - before.framesDecoded) * 1_000) / POLL_MS;
    if (now.height === fullHeight && fps >= FPS_PLAYS) return (performance.now() - startMs) / 1_000;
    before = now;
  }
  return -1;
}

async function watch(page: WhepPage, { line, after }: Kind): Promise<Seen> {
  await pause(SETTLE_SECONDS * 1_000);
  const fullHeight = (await page.figures()).height;
  page.line.set({ down: line });
  const before = await page.figures();
  const shownBefore = (await page.shown()).length;
  let heights = 0;
  for (let i = 0; i < SECONDS; i++) {
    await pause(1_000);
    heights += (await page.figures()).height;
  }
  const end = await page.figures();
  const shown = (await page.shown()).slice(shownBefore);
  const lastMs = shown.at(-1)?.[1] ?? 0;
  // What stands still at the end is not counted by the browser yet.
  const standsMs =
    shown.length === 0 ? SECONDS * 1_000 : Math.max(0, SECONDS * 1_000 - (lastMs - shown[0]![1]));
  const frozenMs = Math.max(end.freezeMs - before.freezeMs, standsMs);
  if (after) page.line.set({ down: after });
  return {
    frozenSecondsPerMinute: rounded(((frozenMs / 1_000) * 60) / SECONDS),
    height: Math.round(heights / SECONDS),
    lateP95Ms: lateP95(shown),
    lostSoundShare: Math.round(end.soundConcealedMs - before.soundConcealedMs) / (SECONDS * 1_000),
    recoverySeconds: after ? rounded(await recovery(page, fullHeight)) : 0,
  };
}

function startWerift(dataDir: string): ChildProcess {
  const entry = join(import.meta.dirname, 'processes', 'bad-line-werift.ts');
  return fork(entry, [join(dataDir, 'demo')], { execArgv: [] });
}

/** Publishes the loop for as long as the process lives. */
function publish(dataDir: string, base: string, token: () => string): ChildProcess {
  const child = fork(publishersEntry, [], { execArgv: [], env: { ...process.env, DATA_DIR: dataDir } });
  child.on('message', (message) => {
    if (!('ready' in (message as object)) && !('needToken' in (message as object))) return;
    const publisher = { username: NAME, scene: SCENE, whipUrl: `${base}/live/whip`, token: token() };
    child.send({ start: [publisher] });
  });
  return child;
}

/** Opens a page once the stream is there. */
async function openOurs(pages: WhepPages, base: string, token: () => string): Promise<WhepPage> {
  for (let i = 0; ; i++) {
    try {
      return await pages.open(base, STREAM, token, GOOD);
    } catch (error) {
      if (i >= TRIES_MAX) throw error;
      await pause(POLL_MS);
    }
  }
}

/** Opens a page that werift sends to. */
const openWerift = (pages: WhepPages, werift: ChildProcess): Promise<WhepPage> =>
  pages.openAt(async (offer) => {
    const filtered = filterPlayOffer(offer);
    if (!filtered.ok) throw new Error(filtered.reason);
    const answer = once(werift, 'message') as Promise<[{ sdp: string }]>;
    werift.send({ sdp: filtered.sdp });
    return (await answer)[0].sdp;
  }, GOOD);

const tell = (who: string, kind: Kind, seen: Seen): void =>
  console.log(
    `  ${kind.name.padEnd(7)} ${who.padEnd(7)} frozen ${seen.frozenSecondsPerMinute} s/min, height ${seen.height}, late p95 ${seen.lateP95Ms} ms, sound made up ${seen.lostSoundShare}${kind.after ? `, whole again after ${seen.recoverySeconds} s` : ''}`,
  );

const named = (kind: Kind, seen: Seen): Record<string, number> =>
  Object.fromEntries(
    Object.entries(seen).map(([figure, value]) => [`${kind.name}.${figure}`, Number(value)]),
  );

async function run(): Promise<BenchmarkResult> {
  const loop = await prepareTestLoop();
  const rights = makeRights(crypto.getRandomValues(new Uint8Array(32)));
  const media = await startMediaProcess({ secret: rights.secret, settings: { transcodeCores: 2 } });
  const base = `http://127.0.0.1:${media.port}`;
  const publisher = publish(loop.dataDir, base, () => rights.publish(NAME, STREAM));
  const pages = await startWhepPages(seededRandom(23));
  const werift = startWerift(loop.dataDir);
  const figures: Record<string, number> = {};
  const reference: Record<string, number> = {};
  const frozen = { ours: 0, theirs: 0 };
  try {
    for (const kind of KINDS) {
      const ours = await openOurs(pages, base, () => rights.play(STREAM));
      const seen = await watch(ours, kind);
      await ours.close();
      tell('klieg', kind, seen);
      const theirs = await openWerift(pages, werift);
      const seenOfTheirs = await watch(theirs, kind);
      await theirs.close();
      tell('werift', kind, seenOfTheirs);
      Object.assign(figures, named(kind, seen));
      Object.assign(reference, named(kind, seenOfTheirs));
      frozen.ours += seen.frozenSecondsPerMinute;
      frozen.theirs += seenOfTheirs.frozenSecondsPerMinute;
    }
  } finally {
    werift.disconnect();
    await pages.close();
    publisher.kill('SIGKILL');
    await media.stop();
    await loop.remove();
  }
  // One second more for both, so that nothing is divided by nothing.
  return { figures, reference, ratio: (frozen.theirs + 1) / (frozen.ours + 1) };
}

export const benchmarks: readonly Benchmark[] = [{ name: 'bad-lines', goal: 2, run }];
