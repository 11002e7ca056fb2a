import { randomToken } from '@klieg/kernel';
import { type BadLine, startBadLine } from '@klieg/testing/bad-line';
import { eventually } from '@klieg/testing/eventually';
import { seededRandom } from '@klieg/testing/fuzzing';
import { isFullRun } from '@klieg/testing/run-length';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type BrowserPublisher, startPublishingBrowser, whipExchange } from './testing/browser-publisher.ts';
import { decode, startHarness } from './testing/live-harness.ts';

/* What a real browser makes of our feedback. */

const MAX_KBPS = 1_500;

let browser: Awaited<ReturnType<typeof startPublishingBrowser>>;
let harness: Awaited<ReturnType<typeof startHarness>>;
let publisher: BrowserPublisher | undefined;

beforeAll(async () => {
  browser = await startPublishingBrowser();
});
beforeEach(async () => {
  harness = await startHarness('', { transcodeCores: 0, maxKbps: MAX_KBPS });
});
afterEach(async () => {
  await publisher?.close();
  await harness.close();
});
afterAll(() => browser.close());

/** Bits of a second that the browser has sent of its picture. */
async function sentKbps(from: BrowserPublisher): Promise<number> {
  const total = async () => (await from.stats()).layers.reduce((sum, { bytesSent }) => sum + bytesSent, 0);
  const startMs = performance.now();
  const before = await total();
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  return (((await total()) - before) * 8) / (performance.now() - startMs);
}

const NOISE = { width: 640, height: 360, fps: 15, encodings: [{ maxBitrate: 6_000_000 }] } as const;
const exchange = () => whipExchange(harness.base, harness.publishToken('anna', randomToken()));
const isLive = () => eventually(() => expect(harness.factsOf('live', 'anna').length).toBeGreaterThan(0));

test.runIf(isFullRun).each([
  ['the answer', (answer: string) => answer],
  ['feedback alone', (answer: string) => answer.replace(/^b=AS:.*\r\n/m, '')],
])(
  'a browser that hears when its packets came finds out what its line carries, and keeps to what we take, by %s',
  async (_how, changeAnswer) => {
    publisher = await browser.publish({ ...NOISE, exchange: exchange(), changeAnswer });
    const sender = publisher;
    await isLive();
    // A line without end: the estimate rises to all that we take, and what is sent with it.
    await eventually(async () => expect(await sentKbps(sender)).toBeGreaterThan(MAX_KBPS * 0.6));
    for (let i = 0; i < 3; i++) expect(await sentKbps(sender)).toBeLessThan(MAX_KBPS * 1.15);
    expect((await sender.stats()).availableKbps).toBeLessThanOrEqual(MAX_KBPS);
  },
);

test('a browser that does not number its packets is led by the bit rate that it is told', async () => {
  const changeOffer = (offer: string) => offer.replaceAll(/^a=rtcp-fb:\d+ transport-cc\r\n/gm, '');
  publisher = await browser.publish({ ...NOISE, exchange: exchange(), changeOffer });
  const sender = publisher;
  await isLive();
  await eventually(async () => expect(await sentKbps(sender)).toBeGreaterThan(MAX_KBPS * 0.4));
  for (let i = 0; i < 3; i++) expect(await sentKbps(sender)).toBeLessThan(MAX_KBPS * 1.15);
});

test.runIf(isFullRun)(
  'what a line loses comes again in a stream of its own, and the picture stays whole',
  async () => {
    let line: BadLine | undefined;
    const streamName = randomToken();
    publisher = await browser.publish({
      ...NOISE,
      hasRtx: true,
      exchange: whipExchange(harness.base, harness.publishToken('anna', streamName)),
      async through(target) {
        line = await startBadLine({ target, up: { lossShare: 0.04, delayMs: 10 }, random: seededRandom(4) });
        return line.port;
      },
    });
    await isLive();
    const viewer = harness.watchOn(streamName);
    await eventually(() => expect(viewer.frames.length).toBeGreaterThan(60));
    const frames = [...viewer.frames];
    expect(await decode(frames)).toMatchObject({ height: 360, broken: 0 });
    // Repeats that come in the stream of the picture are not counted there.
    await eventually(async () => {
      const [layer] = (await publisher!.stats()).layers;
      expect(layer!.repeatBytesSent).toBeGreaterThan(10_000);
    });
    await publisher.close();
    publisher = undefined;
    await line!.close();
  },
);
