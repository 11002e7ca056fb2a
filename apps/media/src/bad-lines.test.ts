import type { LineProfile } from '@klieg/testing/bad-line';
import { randomToken } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { seededRandom } from '@klieg/testing/fuzzing';
import { isFullRun, isLongRun } from '@klieg/testing/run-length';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareTestLoop, startHarness } from './testing/live-harness.ts';
import { startWhepPages, type WhepPage, type WhepPages } from './testing/whep-page.ts';

/*
 * Real browsers that play by WHEP over bad lines, beside one on a good line that shows what each picture should be.
 */

const PICTURES = 100;
const SMALL_HEIGHT = 240;
const FULL_HEIGHT = 360;
/** Mean difference of grey values between the same picture whole and as a smaller rendition; smeared ones have more. */
const DIFFERENCE_MAX = 9;
/** Each packet of sound has as much. */
const SOUND_MS = 20;
/** Reading all pictures of two pages takes time from those who draw them. */
const COMPARE_MS = 1_000;

let loop: Awaited<ReturnType<typeof prepareTestLoop>>;
let harness: Awaited<ReturnType<typeof startHarness>>;
let pages: WhepPages;
let streamName: string;
let good: WhepPage;

beforeAll(async () => {
  loop = await prepareTestLoop();
  harness = await startHarness(loop.dataDir, { transcodeCores: 2 });
  pages = await startWhepPages(seededRandom(17));
  ({ streamName } = await harness.publish('anna'));
  good = await open({});
});
afterAll(async () => {
  await pages?.close();
  await harness?.close();
  await loop?.remove();
});

function open(down: LineProfile, up: LineProfile = {}): Promise<WhepPage> {
  const session = randomToken();
  return pages.open(harness.base, streamName, () => harness.playToken(streamName, session), down, up);
}

/** Waits until so many more pictures are decoded. */
async function plays(page: WhepPage, pictures = PICTURES): Promise<void> {
  const { framesDecoded } = await page.figures();
  await eventually(async () =>
    expect((await page.figures()).framesDecoded).toBeGreaterThan(framesDecoded + pictures),
  );
}

const hasHeight = (page: WhepPage, height: number): Promise<void> =>
  eventually(async () => expect((await page.figures()).height).toBe(height));

const differenceOf = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, grey, i) => sum + Math.abs(grey - other[i]!), 0) / one.length;

/**
 * What was shown on a bad line is what has been shown on the good one: each picture is like one of the loop, which the
 * good page has seen several times. Two pages of a busy machine may not draw a single picture at the same moment.
 */
async function expectWhole(page: WhepPage): Promise<void> {
  const shown = await eventually(async () => {
    const pictures = [...(await page.pictures()).values()];
    expect(pictures.length).toBeGreaterThan(PICTURES / 10);
    return pictures;
  }, COMPARE_MS);
  // Where few pictures are drawn, the good page needs some time for enough of them.
  await eventually(async () => {
    const right = [...(await good.pictures()).values()];
    const differences = shown.map((greys) => Math.min(...right.map((other) => differenceOf(greys, other))));
    expect(Math.max(...differences)).toBeLessThan(DIFFERENCE_MAX);
  }, COMPARE_MS);
}

test.runIf(isFullRun)(
  'a browser is answered with feedback for each packet and a format for repeats, and begins with the source',
  async () => {
    expect(good.answer).toMatch(
      /a=extmap:\d+ http:\/\/www\.ietf\.org\/id\/draft-holmer-rmcat-transport-wide-cc/,
    );
    expect(good.answer).toMatch(/a=rtcp-fb:\d+ transport-cc/);
    expect(good.answer).toMatch(/a=fmtp:\d+ apt=\d+/);
    await plays(good);
    expect((await good.figures()).height).toBe(FULL_HEIGHT);
  },
);

test.each(isLongRun ? [0.02, 0.05, 0.1] : [0.1])(
  'with a share of %d of the packets lost the source plays on, whole',
  async (lossShare) => {
    const page = await open({ lossShare, delayMs: 20 });
    await plays(page);
    await eventually(() => expect(page.line.down.lost).toBeGreaterThan(0));
    expect((await page.figures()).repeats).toBeGreaterThan(0);
    // A machine that has no time for its packets looks like a narrow line for a while.
    await hasHeight(page, FULL_HEIGHT);
    await expectWhole(page);
    await page.close();
  },
);

test.runIf(isFullRun)('with losses in bursts the picture plays on, whole', async () => {
  const page = await open({ bursts: { good: 200, lost: 8 }, delayMs: 20 });
  // Bursts come when they come, some seconds apart.
  await eventually(() => expect(page.line.down.lost).toBeGreaterThan(0));
  await plays(page);
  await expectWhole(page);
  await page.close();
});

test.runIf(isFullRun)('a line of 1.2 Mbit/s with a short queue carries what is sent over it', async () => {
  const page = await open({ kbps: 1_200, queueMs: 300, delayMs: 20 });
  await plays(page);
  const before = { ...page.line.down };
  await plays(page);
  expect(page.line.down.overflowed - before.overflowed).toBeLessThan(
    (page.line.down.seen - before.seen) / 50,
  );
  await expectWhole(page);
  await page.close();
});

test.runIf(isFullRun)(
  'on a line that becomes narrow a smaller rendition goes on, and the best one comes back with the line',
  async () => {
    const page = await open({ kbps: 3_000, queueMs: 300, delayMs: 20 });
    await hasHeight(page, FULL_HEIGHT);
    await plays(page, 20);
    page.line.set({ down: { kbps: 300, queueMs: 300, delayMs: 20 } });
    await hasHeight(page, SMALL_HEIGHT);
    const before = { ...page.line.down };
    await plays(page, isLongRun ? PICTURES : PICTURES / 2);
    // Sound goes on beside it, and hardly anything is thrown away by the line.
    expect(page.line.down.overflowed - before.overflowed).toBeLessThan(
      (page.line.down.seen - before.seen) / 20,
    );
    page.line.set({ down: { kbps: 3_000, queueMs: 300, delayMs: 20 } });
    await hasHeight(page, FULL_HEIGHT);
    await plays(page, 20);
    await expectWhole(page);
    await page.close();
  },
);

/** A page that says nothing of single packets, so that nobody judges its line by a machine that has little time. */
function openUnjudged(down: LineProfile): Promise<WhepPage> {
  const token = harness.playToken(streamName, randomToken());
  return pages.openAt(async (offer) => {
    const answer = await fetch(`${harness.base}/live/whep/${streamName}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/sdp' },
      body: offer.replaceAll(/a=rtcp-fb:\S+ transport-cc\r\n/g, ''),
    });
    return answer.text();
  }, down);
}

test.runIf(isFullRun)(
  'where sound is lost, later packets bring it once more, and the browser plays it',
  async () => {
    const page = await openUnjudged({ lossShare: 0.1, delayMs: 20 });
    expect(page.answer).toMatch(/a=rtpmap:\d+ red\/48000\/2/);
    await eventually(async () => {
      const before = await page.figures();
      const lost = async () => (await page.figures()).soundPacketsLost - before.soundPacketsLost;
      await eventually(async () => expect(await lost()).toBeGreaterThan(10));
      const after = await page.figures();
      const madeUpMs = after.soundConcealedMs - before.soundConcealedMs;
      expect(madeUpMs).toBeLessThan((after.soundPacketsLost - before.soundPacketsLost) * (SOUND_MS / 2));
    });
    await page.close();
  },
);

test.runIf(isFullRun)('what the browser says is lost, too, and the picture still plays on', async () => {
  const page = await open({ lossShare: 0.03, delayMs: 20 }, { lossShare: 0.2, delayMs: 20 });
  await plays(page);
  await expectWhole(page);
  await page.close();
});
