import { type BadLine, type LineProfile, startBadLine } from '@klieg/testing/bad-line';
import { seededRandom } from '@klieg/testing/fuzzing';
import {
  type PublishingBrowser,
  startPublishingBrowser,
} from '../apps/media/src/testing/browser-publisher.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { makePictureLog, type OpenReceiver, type PictureFigures } from './media/picture-log.ts';
import { receiveOurs } from './media/receive-ours.ts';
import { receiveWerift } from './media/receive-werift.ts';

/*
 * A real Chromium publishes over a line that is good, then bad, then good again, to our receiver and to werift, one
 * after the other over the same line. What counts is for how much of the bad time the picture moves.
 */

const MAX_KBPS = 2_500;
const GOOD_MS = 8_000;
const BAD_MS = 20_000;
const AFTER_MS = 15_000;
const SAMPLE_MS = 1_000;
const DELAY_MS = 20;
/** The bit rate is back when it is this much of what it was before. */
const BACK_SHARE = 0.8;
const GOOD: LineProfile = { delayMs: DELAY_MS };

/** What the line does while it is bad; and what it is before and after. */
const LINES: Readonly<Record<string, { readonly bad: LineProfile; readonly good?: LineProfile }>> = {
  'loss-2': { bad: { ...GOOD, lossShare: 0.02 } },
  'loss-5': { bad: { ...GOOD, lossShare: 0.05 } },
  'loss-10': { bad: { ...GOOD, lossShare: 0.1 } },
  bursts: { bad: { ...GOOD, bursts: { good: 200, lost: 8 } } },
  narrow: { bad: { ...GOOD, kbps: 1_200, queueMs: 300 } },
  fall: { bad: { ...GOOD, kbps: 300, queueMs: 300 }, good: { ...GOOD, kbps: 3_000, queueMs: 300 } },
};

interface Round extends PictureFigures {
  readonly kbpsBefore: number;
  readonly kbpsBad: number;
  readonly kbpsAfter: number;
  /** Seconds from the end of the bad time until the bit rate is back; -1: not within the time that is looked at. */
  readonly recoverySeconds: number;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const mean = (values: readonly number[]): number =>
  Math.round(values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length));

/** What the line carries in each second. */
async function sample(line: BadLine, ms: number): Promise<number[]> {
  const rates: number[] = [];
  for (let passed = 0; passed < ms; passed += SAMPLE_MS) {
    const before = line.up.bytes;
    const startMs = performance.now();
    await pause(SAMPLE_MS);
    rates.push(Math.round(((line.up.bytes - before) * 8) / (performance.now() - startMs)));
  }
  return rates;
}

async function measure(
  name: string,
  who: string,
  open: OpenReceiver,
  browser: PublishingBrowser,
): Promise<Round> {
  const { bad, good = GOOD } = LINES[name]!;
  const log = makePictureLog();
  let line: BadLine | undefined;
  let receiver: Awaited<ReturnType<OpenReceiver>> | undefined;
  const publisher = await browser.publish({
    width: 640,
    height: 360,
    fps: 20,
    hasRtx: true,
    encodings: [{ maxBitrate: MAX_KBPS * 1_000 }],
    async exchange(offer) {
      receiver = await open(offer, { maxKbps: MAX_KBPS, log });
      return receiver.answer;
    },
    async through(target) {
      line = await startBadLine({ target, up: good, down: GOOD, random: seededRandom(11) });
      return line.port;
    },
  });
  try {
    const before = await sample(line!, GOOD_MS);
    line!.set({ up: bad });
    const startMs = performance.now();
    const during = await sample(line!, BAD_MS);
    const endMs = performance.now();
    line!.set({ up: good });
    const after = await sample(line!, AFTER_MS);
    const kbpsBefore = mean(before.slice(-3));
    const back = after.findIndex((kbps) => kbps >= kbpsBefore * BACK_SHARE);
    const figures = log.between(startMs, endMs);
    console.log(`  ${name} ${who}, kbit/s: ${before.join(' ')} | ${during.join(' ')} | ${after.join(' ')}`);
    return {
      ...figures,
      kbpsBefore,
      kbpsBad: mean(during),
      kbpsAfter: mean(after.slice(-3)),
      recoverySeconds: back < 0 ? -1 : back + 1,
    };
  } finally {
    await publisher.close();
    await receiver?.close();
    await line?.close();
  }
}

async function run(name: string): Promise<BenchmarkResult> {
  const browser = await startPublishingBrowser();
  try {
    const theirs = await measure(name, 'werift', receiveWerift, browser);
    const ours = await measure(name, 'ours', receiveOurs, browser);
    const reference = Object.fromEntries(
      Object.entries(theirs).map(([figure, value]) => [`werift ${figure}`, value as number]),
    );
    const moving = ({ frozenPerMinute }: Round): number => 60 - frozenPerMinute;
    return { figures: { ...ours }, reference, ratio: moving(ours) / Math.max(0.1, moving(theirs)) };
  } finally {
    await browser.close();
  }
}

export const benchmarks: readonly Benchmark[] = Object.keys(LINES).map((name) => ({
  name: `bad-lines-in-${name}`,
  goal: 1,
  run: () => run(name),
}));
