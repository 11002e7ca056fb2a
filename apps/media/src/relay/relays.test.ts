import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { internalMediaKey } from '@klieg/contract/media';
import { silentLog } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CloseCode } from '../edge/sockets/close-codes.ts';
import type { FrameReader } from '../edge/feed.ts';
import { LIVE_STREAM_DEFAULTS, type LiveStream, makeLiveStream } from '../edge/live-stream.ts';
import { fragment } from '../packaging/fragment.ts';
import { initSegment } from '../packaging/init-segment.ts';
import { PPS, SPS_360 } from '../testing/rtp-packets.ts';
import type { Origin } from './origins.ts';
import { makeRelayGate, type RelayGate } from './relay-gate.ts';
import { makeRelays, type Relays } from './relays.ts';

/* Edges and origins over real sockets, with synthetic chunks. */

const SECRET = Buffer.alloc(32, 4);
const FORMAT = { width: 640, height: 360, codec: 'avc1.42C016' };
const HEADER = {
  codecs: 'avc1.42C016',
  format: FORMAT,
  hasAudio: false,
  data: initSegment({
    format: FORMAT,
    sps: SPS_360,
    pps: PPS,
    audio: undefined,
  }),
};
const CHUNK_MS = 80;
/** Passes only where a test says so: how long a machine takes decides nothing. */
let nowMs = 0;
const now = (): number => nowMs;

let keysWanted: string[] = [];

/** A process that has the stream `s`. */
async function startOrigin() {
  const stream: LiveStream = makeLiveStream({ name: 's', ...LIVE_STREAM_DEFAULTS, now });
  const gate: RelayGate = makeRelayGate({
    secret: SECRET,
    findStream: (name) => (name === 's' ? stream : undefined),
    linksMax: 10,
    onKeyWanted: (name, rendition) => void keysWanted.push(`${name} ${rendition}`),
  });
  const sockets = new Set<Socket>();
  const server: Server = createServer().on('upgrade', (request, socket, head) => {
    sockets.add(socket as Socket);
    gate.accept({ url: request.url ?? '', headers: request.headers, head }, socket as Socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  let sentMs = 0;
  stream.rendition('source').setInit(HEADER);
  return {
    stream,
    gate,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    send(isKey: boolean, rendition = 'source') {
      const data = Buffer.concat([Buffer.from([0, 0, 0, 6, isKey ? 0x65 : 0x61]), Buffer.alloc(5, 1)]);
      const one = { parts: [data], bytes: data.length, durationTicks: CHUNK_MS * 90, isSync: isKey };
      const bytes = fragment(1, [{ trackId: 1, startTicks: sentMs * 90, samples: [one] }]);
      stream
        .rendition(rendition)
        .append({ data: bytes, isKey, startMs: sentMs, durationMs: CHUNK_MS }, now());
      sentMs += CHUNK_MS;
    },
    /** As a broken line would. */
    cut() {
      for (const socket of sockets) socket.resetAndDestroy();
      sockets.clear();
    },
    close() {
      gate.closeAll(1001);
      this.cut();
      server.close();
    },
  };
}

function makeReader() {
  const got = { frames: 0, closed: undefined as CloseCode | undefined };
  const reader: FrameReader = {
    queuedBytes: 0,
    write: (frames) => void (got.frames += frames.length),
    close: (code) => void (got.closed = code),
  };
  return Object.assign(got, { reader });
}

let one: Awaited<ReturnType<typeof startOrigin>>;
let two: Awaited<ReturnType<typeof startOrigin>>;
let origin: Origin | undefined;
let relays: Relays;

beforeEach(async () => {
  keysWanted = [];
  [one, two] = [await startOrigin(), await startOrigin()];
  origin = {
    node: 'one',
    url: one.url,
    broadcastId: 'b',
    renditions: ['source'],
    isLive: true,
    isLeaving: false,
  };
  relays = makeRelays({
    locate: (name) => (name === 's' ? origin : undefined),
    key: internalMediaKey(SECRET),
    idleMs: 100,
    keptMs: 300,
    streamsMax: 1,
    now,
    wallClock: Date.now,
    log: silentLog,
  });
});
afterEach(() => {
  relays.closeAll(1001);
  one.close();
  two.close();
});

const join = () => {
  const viewer = makeReader();
  const place = relays.find('s')!.stream.attach(viewer.reader, { allowed: undefined, wanted: 'auto' });
  return { viewer, place };
};

test('many viewers share one connection, which ends a while after the last of them left', async () => {
  const joined = [join(), join(), join()];
  one.send(true);
  await eventually(() => expect(joined.map(({ viewer }) => viewer.frames)).toEqual([3, 3, 3]));
  expect(one.gate.linkCount).toBe(1);
  for (const { place } of joined) place.detach();
  await eventually(() => {
    nowMs += 50;
    relays.sweep(now());
    expect(one.gate.linkCount).toBe(0);
  });
  expect(relays.streams).toEqual([]);
  expect(relays.ended.bytesSent).toBeGreaterThan(0);
});

test('a broken connection is made anew, and viewers notice nothing', async () => {
  const { viewer } = join();
  one.send(true);
  one.send(false);
  await eventually(() => expect(viewer.frames).toBe(4));
  one.cut();
  one.send(false);
  await eventually(() => expect(viewer.frames).toBe(5));
  expect(viewer.closed).toBeUndefined();
});

test('viewers wait for a lost origin, follow it to another process, and are told when it does not come back', async () => {
  const { viewer } = join();
  one.send(true);
  await eventually(() => expect(viewer.frames).toBe(3));
  origin = { ...origin!, url: undefined, isLive: false };
  relays.follow('s');
  await eventually(() => expect(one.gate.linkCount).toBe(0));
  relays.sweep(now());
  origin = { ...origin, node: 'two', url: two.url, isLive: true };
  relays.follow('s');
  two.send(true);
  await eventually(() => expect(viewer.frames).toBe(4));
  origin = undefined;
  relays.follow('s');
  await eventually(() => {
    nowMs += 50;
    relays.sweep(now());
    expect(viewer.closed).toBe(4404);
  });
});

test('renditions come and go with what the origin has', async () => {
  const { viewer } = join();
  one.send(true);
  await eventually(() => expect(viewer.frames).toBe(3));
  one.stream.rendition('240p').setInit({ ...HEADER, format: { ...FORMAT, width: 426, height: 240 } });
  origin = { ...origin!, renditions: ['source', '240p'] };
  relays.follow('s');
  await eventually(() => expect(one.gate.linkCount).toBe(2));
  one.send(true, '240p');
  await eventually(() => expect(relays.find('s')!.stream.renditions).toEqual(['source', '240p']));
  origin = { ...origin, renditions: ['source'] };
  relays.follow('s');
  await eventually(() => expect(one.gate.linkCount).toBe(1));
  expect(relays.find('s')!.stream.renditions).toEqual(['source']);
});

test('viewers by WebRTC hold a stream as others do, get what comes for all, and their wishes for keyframes go to its origin', async () => {
  const pictures: boolean[] = [];
  const viewer = {
    hasVideo: true,
    hasAudio: false,
    line: undefined,
    isReady: () => true,
    figures: () => ({ packetsRepeated: 0, picturesDropped: 0 }),
    send: (_track: string, { isKey }: { isKey: boolean }) => void pictures.push(isKey),
    report: () => {},
    close: () => void (isClosed = true),
  };
  let isClosed = false;
  one.send(true);
  const relayed = relays.find('s')!;
  expect(await relayed.hasAllForWhep()).toBe(true);
  const places = [relayed.whep.attach(viewer), relayed.whep.attach({ ...viewer, send: () => {} })];
  expect([relayed.viewerCount, relayed.stream.viewerCount]).toEqual([2, 0]);
  for (const place of places) place.wantKey();
  await eventually(() => expect(keysWanted).toEqual(['s source']));
  one.send(true);
  one.send(false);
  await eventually(() => expect(pictures).toEqual([true, false]));
  expect(one.gate.linkCount).toBe(1);
  // A header with sound that only the origin converts sends them there.
  const data = initSegment({
    format: FORMAT,
    sps: SPS_360,
    pps: PPS,
    audio: { codec: 'aac', hz: 48_000, channels: 2, config: Buffer.from([0x11, 0x90]) },
  });
  one.stream
    .rendition('source')
    .setInit({ ...HEADER, codecs: 'avc1.42C016,mp4a.40.2', hasAudio: true, data });
  one.send(true);
  await eventually(() => expect(isClosed).toBe(true));
  expect(await relayed.hasAllForWhep()).toBe(false);
});

test('a stream without an origin is not relayed, nor one beyond the limit', () => {
  expect(relays.find('unknown')).toBeUndefined();
  expect(relays.find('s')).toBeDefined();
  origin = { ...origin!, broadcastId: 'c' };
  const other = makeRelays({
    locate: () => origin,
    key: 'wrong',
    idleMs: 1,
    keptMs: 1,
    streamsMax: 0,
    now,
    wallClock: Date.now,
    log: silentLog,
  });
  expect(other.find('s')).toBeUndefined();
});
