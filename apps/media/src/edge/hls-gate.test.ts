import { MEDIA_TOKEN_MS, signMediaToken } from '@klieg/contract/media';
import { expect, test } from 'vitest';
import { makeAccess } from '../control/access.ts';
import { makeDeliveryMeter } from '../control/delivery-meter.ts';
import { joinSpans, lengthOf, type MediaSpan } from '../control/media-spans.ts';
import { makePreviewMeter } from '../control/preview-meter.ts';
import { makeRenewals } from '../control/renewals.ts';
import { makeHlsStream } from '../hls/index.ts';
import { makeTestSource } from '../hls/testing/test-source.ts';
import { chunksIn } from '../packaging/read-chunk.ts';
import { spansOfChunk } from './sockets/chunk-media.ts';
import { makeHlsGate } from './hls-gate.ts';

const SECRET = Buffer.alloc(32, 1);
const { signal } = new AbortController();

/** A stream of some seconds behind the gate, for somebody who pays by the minute. */
function setup(aheadMs = 0) {
  const now = (): number => 1_000_000;
  let told: readonly MediaSpan[] = [];
  const previews = makePreviewMeter({ tell: () => {}, now });
  const deliveries = makeDeliveryMeter({
    now,
    tell: (fact) => {
      if (fact.kind === 'metered') told = joinSpans(told, { startMs: fact.fromMs, endMs: fact.untilMs });
    },
  });
  const access = makeAccess(SECRET, now, previews);
  const stream = makeHlsStream({ now, wallClock: now });
  makeTestSource({ sink: stream.rendition('source') }).play(6_100);
  const gate = makeHlsGate({
    rights: makeRenewals({ access, tell: () => {} }),
    previews,
    deliveries,
    isKnown: () => true,
    turn: () => Promise.resolve(),
    askedPerSessionMax: 20,
    handle: async (_streamName, request) => ({
      ...(await stream.handle(request)),
      clock: { name: 'c', aheadMs },
    }),
  });
  const tokenOf = (session: string): string =>
    signMediaToken(SECRET, {
      use: 'play',
      streamName: 'a',
      session,
      mode: 'private',
      meter: { meterId: 'm' },
      expiresAt: now() + MEDIA_TOKEN_MS,
    });
  const ask = (name: string, cache = '', session = 's', gone = signal) =>
    gate.handle(new URL(`http://media/live/hls/a/source/${name}?token=${tokenOf(session)}`), {
      acceptsGzip: false,
      cache,
      signal: gone,
    });
  const segments = async (): Promise<readonly string[]> => {
    const list = await ask('media.m3u8');
    return list!.body!.toString().match(/^seg-.*\.m4s$/gm)!;
  };
  const counted = (): readonly MediaSpan[] => {
    deliveries.flush();
    return told;
  };
  const countedMs = (): number => {
    deliveries.flush();
    return lengthOf(told);
  };
  /** What a proxy asks before it hands out what it has. */
  const mayRead = (name: string, session: string, gone = signal) =>
    gate.isAllowed(new URL(`http://media/live/hls/a/source/${name}?token=${tokenOf(session)}`), 'mine', gone);
  return { ask, segments, counted, countedMs, mayRead };
}

test.each(['', 'mine'])(
  'a piece that a payer takes counts, whatever cache they say they are (%j): S11',
  async (cache) => {
    const { ask, segments, countedMs } = setup();
    const [name = ''] = await segments();
    const answer = await ask(name, cache);
    expect(answer?.status).toBe(200);
    expect(countedMs()).toBe(0);
    for (const { onHandedOver } of answer?.counted ?? []) onHandedOver();
    expect(countedMs()).toBeGreaterThan(1_900);
    // The same again, such as by a cache that has asked for it before, is no more media.
    const before = countedMs();
    for (const { onHandedOver } of (await ask(name))?.counted ?? []) onHandedOver();
    expect(countedMs()).toBe(before);
  },
);

test('a piece counts chunk by chunk, so that a payer who leaves in the middle has paid for what came: S11', async () => {
  const { ask, segments, countedMs } = setup();
  const [name = ''] = await segments();
  const { body, counted = [] } = (await ask(name))!;
  const chunks = [...chunksIn(body!)];
  expect(counted.length).toBe(chunks.length);
  expect(counted.at(-1)?.until).toBe(body!.length);
  for (const { onHandedOver } of counted.slice(0, 10)) onHandedOver();
  const gotMs = lengthOf(chunks.slice(0, 10).flatMap((chunk) => spansOfChunk(chunk)));
  expect(gotMs).toBeGreaterThan(500);
  expect(Math.abs(countedMs() - gotMs)).toBeLessThanOrEqual(2);
});

test('what a piece brings counts by the times of the stream, which its other ways out have, whatever times it has: S11', async () => {
  const countedOf = async (aheadMs: number): Promise<readonly MediaSpan[]> => {
    const { ask, segments, counted } = setup(aheadMs);
    const [name = ''] = await segments();
    for (const { onHandedOver } of (await ask(name))?.counted ?? []) onHandedOver();
    return counted();
  };
  const [own] = await countedOf(0);
  expect(await countedOf(700)).toEqual([{ startMs: own!.startMs - 700, endMs: own!.endMs - 700 }]);
});

test('one session that asks for all at once and takes nothing keeps no other out, and may ask again once it has left', async () => {
  const { ask } = setup();
  const leaving = new AbortController();
  const greedy = await Promise.all(
    Array.from({ length: 30 }, () => ask('media.m3u8', '', 'greedy', leaving.signal)),
  );
  const statuses = greedy.map((answer) => answer?.status);
  expect(statuses.filter((status) => status === 200).length).toBe(20);
  expect(statuses.filter((status) => status === 503).length).toBe(10);
  expect((await ask('media.m3u8'))?.status).toBe(200);
  leaving.abort();
  expect((await ask('media.m3u8', '', 'greedy'))?.status).toBe(200);
});

test('questions of a proxy for one login session are bounded as its own are, and none waits for who has left', async () => {
  const { ask, segments, mayRead } = setup();
  const [kept = '', ...later] = await segments();
  const newest = Number(/seg-(\d+)/.exec(later.at(-1)!)![1]);
  // It is still to come, so each of these waits for it.
  const awaited = `part-${newest + 1}.9.m4s`;
  const leaving = new AbortController();
  const waiting = Array.from({ length: 20 }, () => mayRead(awaited, 'greedy', leaving.signal));
  expect(await mayRead(kept, 'greedy')).toBe(false);
  expect((await ask('media.m3u8', '', 'greedy'))?.status).toBe(503);
  expect(await mayRead(kept, 'other')).toBe(true);
  leaving.abort();
  await Promise.all(waiting);
  expect(await mayRead(kept, 'greedy')).toBe(true);
});
