import { connect, type Socket } from 'node:net';
import { MEDIA_COMMANDS } from '@klieg/contract/media';
import { randomToken } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun, isLongRun } from '@klieg/testing/run-length';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { chunksIn } from './packaging/read-chunk.ts';
import { prepareTestLoop, startHarness } from './testing/live-harness.ts';
import { countedMs, FRAGMENT_MS, lengthIn, lengthOn, toldOf as toldIn } from './testing/metered-media.ts';
import { receiveWhep } from './testing/receive-whep.ts';
import { watchHls } from './testing/watch-hls.ts';
import type { TestViewer } from './testing/watch-stream.ts';

/*
 * What was delivered to somebody who pays by the minute is what is told of their meter, by whatever way.
 */

let loop: Awaited<ReturnType<typeof prepareTestLoop>>;
let harness: Awaited<ReturnType<typeof startHarness>>;

beforeAll(async () => {
  loop = await prepareTestLoop();
});
beforeEach(async () => {
  harness = await startHarness(loop.dataDir, { reconnectMs: 20_000 });
});
afterEach(() => harness.close());
afterAll(async () => {
  await loop.remove();
});

const toldOf = (meterId: string) => toldIn(harness.facts, meterId);
const deliveredMs = (meterId: string): number => toldOf(meterId).at(-1)?.deliveredMs ?? 0;

/** Viewers by WebSocket and WHEP. */
const viewers = async (): Promise<number> =>
  ((await (await harness.internal('/internal/stats')).json()) as { viewers: number }).viewers;

/** Waits until nothing more is told of a meter. */
async function settled(meterId: string): Promise<void> {
  let before = -1;
  await eventually(async () => {
    const now = toldOf(meterId).length;
    const isSame = now === before;
    before = now;
    if (!isSame) await new Promise((resolve) => setTimeout(resolve, 1_600));
    expect(isSame).toBe(true);
  });
}

/** Closes pages, and holds what was told of their meter against what they have got. */
async function leave(meterId: string, pages: readonly TestViewer[]): Promise<void> {
  // What comes while a page closes is no longer acknowledged.
  const leastMs = lengthOn(pages);
  for (const page of pages) page.close();
  await settled(meterId);
  expect(deliveredMs(meterId)).toBeGreaterThanOrEqual(leastMs - FRAGMENT_MS);
  expect(deliveredMs(meterId)).toBeLessThanOrEqual(lengthOn(pages) + FRAGMENT_MS);
}

/** A page that completes its handshake and reads only when it is told to. */
function openDeafPage(streamName: string, token: string): Socket {
  const { port } = new URL(harness.base);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => {});
  const head = [
    `GET /live/ws/${streamName}?token=${token} HTTP/1.1`,
    'Host: media',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${Buffer.alloc(16, 9).toString('base64')}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return socket;
}

test('what a payer gets by WebSocket is told, to a fragment: S11', async () => {
  const { streamName } = await harness.publish('anna');
  const meterId = randomToken();
  const viewer = harness.watch(streamName, harness.payerToken(streamName, meterId));
  await eventually(() => expect(toldOf(meterId).length).toBeGreaterThan(3));
  await leave(meterId, [viewer]);
  expect(Math.abs(countedMs(toldOf(meterId)) - deliveredMs(meterId))).toBeLessThanOrEqual(5);
});

test.runIf(isLongRun)('two pages of one payer, by all ways at once, count once: S11', async () => {
  const { streamName } = await harness.publish('anna');
  const meterId = randomToken();
  const pages = ['one', 'two'].map((session) =>
    harness.watch(streamName, harness.payerToken(streamName, meterId, session)),
  );
  const token = harness.payerToken(streamName, meterId);
  const whep = await receiveWhep(harness.base, streamName, token);
  await watchHls(harness.base, streamName, 'source', token);
  await eventually(() => expect(whep.pictures).toBeGreaterThan(30));
  await whep.close();
  await leave(meterId, pages);
  expect(new Set(toldOf(meterId).map(({ node, clock }) => `${node} ${clock}`)).size).toBe(1);
});

test.runIf(isFullRun)('what a payer fetches by LL-HLS is told, to a fragment: S11', async () => {
  const { streamName } = await harness.publish('anna');
  const meterId = randomToken();
  const token = harness.payerToken(streamName, meterId);
  const { bytes } = await watchHls(harness.base, streamName, 'source', token);
  await settled(meterId);
  const gotMs = lengthIn(bytes.flatMap((piece) => [...chunksIn(piece)]));
  expect(gotMs).toBeGreaterThan(1_000);
  expect(Math.abs(deliveredMs(meterId) - gotMs)).toBeLessThanOrEqual(FRAGMENT_MS);
  await watchHls(harness.base, streamName, 'source', harness.playToken(streamName));
  expect(toldOf(meterId).at(-1)).toMatchObject({ deliveredMs: deliveredMs(meterId) });
});

test.runIf(isLongRun)(
  'the head of a piece without its body, and a playlist, count nothing: S11',
  async () => {
    const { streamName } = await harness.publish('anna');
    const plain = harness.playToken(streamName);
    const { playlist } = await watchHls(harness.base, streamName, 'source', plain);
    const meterId = randomToken();
    const segment = playlist.match(/^seg-.*\.m4s$/gm)!.at(-1)!;
    const address = `${harness.base}/live/hls/${streamName}/source/${segment}?token=${harness.payerToken(streamName, meterId)}`;
    const head = await fetch(address, { method: 'HEAD' });
    expect(head.status).toBe(200);
    await fetch(
      `${harness.base}/live/hls/${streamName}/source/media.m3u8?token=${harness.payerToken(streamName, meterId)}`,
    );
    await settled(meterId);
    expect(toldOf(meterId)).toEqual([]);
  },
);

test.runIf(isFullRun)(
  'what a payer gets by WHEP is told as far as it reports, and a line that is cut stops the count: S11',
  async () => {
    const { streamName } = await harness.publish('anna');
    const meterId = randomToken();
    const whep = await receiveWhep(harness.base, streamName, harness.payerToken(streamName, meterId));
    await eventually(() => expect(toldOf(meterId).length).toBeGreaterThan(3));
    whep.freeze();
    await settled(meterId);
    // A receiver that stands still for long is closed, and what it was sent meanwhile is not counted later.
    const before = deliveredMs(meterId);
    const gotMs = (whep.pictures * 1_000) / 24;
    expect(before).toBeGreaterThan(2_000);
    expect(before).toBeLessThanOrEqual(gotMs + 1_500);
    await eventually(async () => expect(await viewers()).toBe(0));
    expect(deliveredMs(meterId)).toBe(before);
    await whep.close();
  },
);

test.runIf(isLongRun)(
  'a receiver by WHEP that reports nothing is not charged, and is closed: S11',
  async () => {
    const { streamName } = await harness.publish('anna');
    const meterId = randomToken();
    const whep = await receiveWhep(
      harness.base,
      streamName,
      harness.payerToken(streamName, meterId),
      'silent',
    );
    await eventually(() => expect(whep.pictures).toBeGreaterThan(30));
    await eventually(async () => expect(await viewers()).toBe(0));
    expect(toldOf(meterId)).toEqual([]);
    await whep.close();
  },
);

test.runIf(isLongRun)(
  'a page that stops reading stops counting, and what it never took is never counted: S11',
  async () => {
    const { streamName } = await harness.publish('anna');
    const meterId = randomToken();
    const token = harness.payerToken(streamName, meterId);
    const control = harness.watch(streamName);
    const deaf = openDeafPage(streamName, token);
    await eventually(() => expect(lengthIn(control.frames)).toBeGreaterThan(6_000));
    expect(toldOf(meterId)).toEqual([]);
    // It is closed as slow, however much the kernel would still take for it.
    await eventually(async () => expect(await viewers()).toBe(1));
    expect(toldOf(meterId)).toEqual([]);
    deaf.destroy();
  },
);

test.runIf(isFullRun)(
  'a page cannot raise what is counted by what it says of it, nor lower it: S11',
  async () => {
    const { streamName } = await harness.publish('anna');
    const [honest, more, less] = [randomToken(), randomToken(), randomToken()];
    const pages = [honest, more, less].map((meterId) =>
      harness.watch(streamName, harness.payerToken(streamName, meterId)),
    );
    await eventually(() => expect(toldOf(honest).length).toBeGreaterThan(0));
    const lies = setInterval(() => {
      pages[1]?.send({ received: 100_000 });
      pages[2]?.send({ received: 0 });
    }, 50);
    await eventually(() => expect(toldOf(honest).length).toBeGreaterThan(3));
    clearInterval(lies);
    for (const [i, meterId] of [honest, more, less].entries()) await leave(meterId, [pages[i]!]);
  },
);

test.runIf(isLongRun)(
  'a source that stands still stops the count, and time without media is never counted: S11',
  async () => {
    const { child, streamName } = await harness.publish('anna');
    const meterId = randomToken();
    const viewer = harness.watch(streamName, harness.payerToken(streamName, meterId));
    await eventually(() => expect(toldOf(meterId).length).toBeGreaterThan(2));
    child.kill('SIGSTOP');
    await settled(meterId);
    const stoodAt = deliveredMs(meterId);
    expect(Math.abs(stoodAt - lengthIn(viewer.frames.slice(1)))).toBeLessThanOrEqual(FRAGMENT_MS);
    const startedMs = performance.now();
    child.kill('SIGKILL');
    await harness.publish('anna', streamName);
    await eventually(() => expect(deliveredMs(meterId)).toBeGreaterThan(stoodAt + 1_000));
    await leave(meterId, [viewer]);
    expect(deliveredMs(meterId) - stoodAt).toBeLessThan(performance.now() - startedMs);
  },
);

test('a fresh token of the same meter plays on, one of another meter or of none ends the page: S10', async () => {
  const { streamName } = await harness.publish('anna');
  const meterId = randomToken();
  const [good, other, none] = [1, 2, 3].map(() =>
    harness.watch(streamName, harness.payerToken(streamName, meterId)),
  );
  await eventually(() => expect(toldOf(meterId).length).toBeGreaterThan(1));
  harness.moveClock(40_000);
  good?.send({ token: harness.payerToken(streamName, meterId) });
  other?.send({ token: harness.payerToken(streamName, 'another') });
  none?.send({ token: harness.playToken(streamName, 'payer') });
  await eventually(() => expect([other?.closeCode, none?.closeCode]).toEqual([4401, 4401]));
  harness.moveClock(20_001);
  const before = deliveredMs(meterId);
  await eventually(() => expect(deliveredMs(meterId)).toBeGreaterThan(before + 1_000));
  expect(good?.closeCode).toBeUndefined();
  expect(toldOf('another')).toEqual([]);
});

test('two runs of one process tell under two names', async () => {
  const names = new Set<string>();
  for (let run = 0; run < 2; run++) {
    const { streamName } = await harness.publish('anna');
    const meterId = randomToken();
    harness.watch(streamName, harness.payerToken(streamName, meterId));
    await eventually(() => expect(toldOf(meterId).length).toBeGreaterThan(0));
    names.add(toldOf(meterId)[0]!.node);
    await harness.close();
    harness = await startHarness(loop.dataDir);
  }
  expect(names.size).toBe(2);
});

test('who shows a token of the new name before the name is here waits for it, by every way: S305', async () => {
  await harness.publish('anna');
  const next = randomToken();
  const meterId = randomToken();
  const token = harness.payerToken(next, meterId);
  const viewer = harness.watch(next, token);
  const whep = receiveWhep(harness.base, next, token);
  const hls = fetch(`${harness.base}/live/hls/${next}/index.m3u8?token=${token}`);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(viewer.closeCode).toBeUndefined();
  harness.bus.publish(MEDIA_COMMANDS, { kind: 'rename', broadcastId: 'anna', streamName: next });
  await eventually(() => expect(viewer.frames.length).toBeGreaterThan(1));
  expect((await hls).status).toBe(200);
  const receiver = await whep;
  await eventually(() => expect(receiver.pictures).toBeGreaterThan(0));
  await receiver.close();
});
