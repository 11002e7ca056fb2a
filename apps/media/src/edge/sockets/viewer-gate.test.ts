import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { MEDIA_TOKEN_MS, signMediaToken } from '@klieg/contract/media';
import { eventually } from '@klieg/testing/eventually';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeAccess } from '../../control/access.ts';
import { makeLeave } from '../../control/leaving.ts';
import { makePreviewMeter } from '../../control/preview-meter.ts';
import { watchStream } from '../../testing/watch-stream.ts';
import { LIVE_STREAM_DEFAULTS, type LiveStream, makeLiveStream } from '../live-stream.ts';
import { makeViewerGate, type ViewerGate } from './viewer-gate.ts';

/* The edge with real sockets and synthetic fragments. */

const SECRET = Buffer.alloc(32, 3);
const FRAGMENT_BYTES = 200_000;
const ORIGIN = 'https://klieg.example';

let server: Server;
let gate: ViewerGate;
let stream: LiveStream;
let port: number;
/** False: the stream is still to come. */
let isThere: boolean;
/** Those who wait for it are let on. */
let waiters: (() => void)[];
let monotonicAheadMs: number;

beforeEach(async () => {
  isThere = true;
  waiters = [];
  monotonicAheadMs = 0;
  stream = makeLiveStream({ name: 'a', ...LIVE_STREAM_DEFAULTS, now: () => performance.now() });
  stream.rendition('source').setInit({
    codecs: 'avc1.42C016',
    format: { width: 640, height: 360, codec: 'avc1.42C016' },
    hasAudio: false,
    data: Buffer.from('init'),
  });
  const previews = makePreviewMeter({ tell: () => undefined, now: () => performance.now() });
  gate = makeViewerGate({
    access: makeAccess(SECRET, Date.now, previews),
    previews,
    deliveries: { count: () => undefined, lose: () => undefined, mayBegin: () => true },
    awaitStream: () => (isThere ? Promise.resolve() : new Promise((resolve) => void waiters.push(resolve))),
    now: Date.now,
    monotonic: () => performance.now() + monotonicAheadMs,
    findStream: (name) => (isThere && name === stream.name ? stream : undefined),
    allowedOrigins: [ORIGIN],
    leaving: makeLeave(),
    viewersMax: 60,
    viewersPerSessionMax: 2,
  });
  server = createServer().on('upgrade', (request, socket, head) =>
    gate.accept({ url: request.url ?? '', headers: request.headers, head }, socket as Socket),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  gate.closeAll(1001);
  server.close();
  server.closeAllConnections();
  await eventually(() => expect(gate.viewerCount).toBe(0));
});

const query = (session: string, more: object = {}): string =>
  `?token=${signMediaToken(SECRET, { use: 'play', streamName: 'a', session, mode: 'public', ...more, expiresAt: Date.now() + MEDIA_TOKEN_MS })}`;

let sent = 0;
/** A fragment that carries its own number. */
function sendFragment(isKey: boolean): void {
  const data = Buffer.alloc(FRAGMENT_BYTES, 1);
  data.writeUInt32BE(sent, 0);
  sent += 1;
  stream.rendition('source').append({ data, isKey, startMs: 0, durationMs: 100 }, performance.now());
}

/** A viewer that completes its handshake and then does not read. */
async function stuckViewer(session: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  const key = Buffer.alloc(16, 9).toString('base64');
  const path = `/live/ws/a${query(session)}`;
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  await once(socket, 'readable');
  return socket;
}

test('a viewer who does not read is skipped ahead, then closed as slow, and others get every fragment', async () => {
  const good = watchStream(port, 'a', query('good'));
  const stuck = await stuckViewer('stuck');
  await eventually(() => expect(gate.viewerCount).toBe(2));
  sent = 0;
  const startMs = performance.now();
  // No faster than who reads can take it: on a slow machine that one would be skipped ahead, too.
  while (stream.fragmentsDropped <= 20) {
    sendFragment(sent % 10 === 0);
    await eventually(() => expect(good.frames.length).toBe(sent + 1), 2);
  }
  // The clock of the edge says that the viewer has been stuck for long enough.
  stream
    .rendition('source')
    .append({ data: Buffer.from('late'), isKey: false, startMs: 0, durationMs: 100 }, startMs + 60_000);
  await eventually(() => expect(stream.viewerCount).toBe(1));
  await eventually(() => expect(good.frames.length).toBe(sent + 2));
  const numbers = good.frames
    .filter((frame) => frame.length === FRAGMENT_BYTES)
    .map((frame) => frame.readUInt32BE(0));
  expect(numbers).toEqual(Array.from({ length: sent }, (_, i) => i));
  stuck.destroy();
});

test('whoever watches is asked to go but a preview, which ends by itself and would count what two connections bring', async () => {
  const viewer = watchStream(port, 'a', query('one'));
  const preview = { mode: 'spy', renditions: ['source'], preview: { grantId: 'g', seconds: 30 } };
  const previewed = watchStream(port, 'a', query('two', preview));
  await eventually(() => expect(gate.viewerCount).toBe(2));
  gate.sendAway();
  await eventually(() => expect(viewer.texts).toContain('{"move":true}'));
  // What was said before the goodbye has come before it.
  gate.closeAll(1001);
  await eventually(() => expect(previewed.closeCode).toBe(1001));
  expect(previewed.texts).not.toContain('{"move":true}');
});

test('a crowd is asked in turn to go, and who stays again', async () => {
  const opened = Array.from({ length: 60 }, (_, i) => watchStream(port, 'a', query(`v${i}`)));
  await eventually(() => expect(gate.viewerCount).toBe(60));
  const asked = () => opened.filter(({ texts }) => texts.includes('{"move":true}')).length;
  gate.sendAway();
  await eventually(() => expect(asked()).toBe(50));
  gate.sendAway();
  await eventually(() => expect(asked()).toBe(60));
  monotonicAheadMs = 6_000;
  gate.sendAway();
  gate.sendAway();
  const times = () => opened.map(({ texts }) => texts.filter((text) => text === '{"move":true}').length);
  await eventually(() => expect(times()).toEqual(opened.map(() => 2)));
});

test('one login session may not feed a crowd (LIVE-VIDEO-033)', async () => {
  sendFragment(true);
  const viewers = [1, 2].map(() => watchStream(port, 'a', query('one')));
  await eventually(() => expect(gate.viewerCount).toBe(2));
  const third = watchStream(port, 'a', query('one'));
  await eventually(() => expect(third.closeCode).toBe(1008));
  expect(third.frames).toEqual([]);
  viewers[0]?.close();
  await eventually(() => expect(gate.viewerCount).toBe(1));
  const fourth = watchStream(port, 'a', query('one'));
  await eventually(() => expect(fourth.frames.length).toBeGreaterThan(0));
});

test('one session that waits for a stream many times takes no other session’s place (LIVE-VIDEO-033)', async () => {
  isThere = false;
  const viewers = Array.from({ length: 6 }, () => watchStream(port, 'a', query('one')));
  await eventually(() => expect(viewers.filter(({ closeCode }) => closeCode !== undefined).length).toBe(4));
  const other = watchStream(port, 'a', query('two'));
  await eventually(() => expect(waiters.length).toBe(3));
  isThere = true;
  for (const go of waiters) go();
  await eventually(() => expect(gate.viewerCount).toBe(3));
  expect(other.closeCode).toBeUndefined();
  // Those who wait no more are not counted twice.
  for (const viewer of viewers) viewer.close();
  await eventually(() => expect(gate.viewerCount).toBe(1));
  watchStream(port, 'a', query('one'));
  await eventually(() => expect(gate.viewerCount).toBe(2));
});

test('pages of other origins are refused, programs without an origin are not', async () => {
  sendFragment(true);
  const foreign = watchStream(port, 'a', query('f'), 'https://evil.example');
  const own = watchStream(port, 'a', query('o'), ORIGIN);
  await eventually(() => expect(foreign.closeCode).toBeDefined());
  await eventually(() => expect(own.frames.length).toBe(2));
  expect(foreign.frames).toEqual([]);
});

test('when it is full further viewers are turned away before the handshake', async () => {
  for (let i = 0; i < 60; i++) watchStream(port, 'a', query(`s${i}`));
  await eventually(() => expect(gate.viewerCount).toBe(60));
  const next = watchStream(port, 'a', query('s60'));
  await eventually(() => expect(next.closeCode).toBe(1006));
});

test('a viewer who talks too much is closed, nonsense alone is ignored', async () => {
  sendFragment(true);
  const viewer = watchStream(port, 'a', query('talker'));
  await eventually(() => expect(viewer.frames.length).toBe(2));
  for (const message of [null, 7, 'x', { rendition: 'source' }, { token: 7 }]) viewer.send(message);
  sendFragment(false);
  await eventually(() => expect(viewer.frames.length).toBe(3));
  for (let i = 0; i < 700; i++) viewer.send({});
  await eventually(() => expect(viewer.closeCode).toBe(1008));
});

test('a message beyond the limit closes its viewer only', async () => {
  sendFragment(true);
  const loud = watchStream(port, 'a', query('loud'));
  const quiet = watchStream(port, 'a', query('quiet'));
  await eventually(() => expect(loud.frames.length + quiet.frames.length).toBe(4));
  loud.send({ token: 'x'.repeat(5_000) });
  await eventually(() => expect(loud.closeCode).toBe(1009));
  sendFragment(false);
  await eventually(() => expect(quiet.frames.length).toBe(3));
});

test.each(['/live/other', '/live/ws', '//['])('an upgrade of %s is not ours', async (path) => {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==\r\n\r\n`,
  );
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toContain('404 Not Found');
  await once(socket, 'close');
});
