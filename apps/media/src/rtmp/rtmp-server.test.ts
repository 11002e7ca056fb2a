import { connect, type Socket } from 'node:net';
import { createSecureContext } from 'node:tls';
import { silentLog } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seededRandom } from '@klieg/testing/fuzzing';
import { type RtmpServer, type RtmpServerOptions, startRtmpServer } from './rtmp-server.ts';
import { mutate } from '@klieg/testing/fuzzing';
import { makeRecordingPublication, type RecordingPublication } from './testing/recording-publication.ts';
import {
  aacConfigTag,
  audioMessage,
  avcConfigTag,
  clientHandshake,
  pictureTag,
  sessionBytes,
  soundTag,
  videoMessage,
} from './testing/rtmp-bytes.ts';
import { openRtmpClient, type RtmpClient } from './testing/rtmp-client.ts';
import { TEST_CERTIFICATE, TEST_KEY } from './testing/test-certificate.ts';

/*
 * The server over real sockets. Its clock stands still, so that no deadline passes unless a test moves it.
 */

const SECURE = createSecureContext({ key: TEST_KEY, cert: TEST_CERTIFICATE });

let server: RtmpServer;
let publications: RecordingPublication[];
let nowMs: number;
let clients: RtmpClient[];
const sockets: Socket[] = [];

const start = (options: Partial<RtmpServerOptions> = {}, isSecure = true): Promise<RtmpServer> =>
  startRtmpServer({
    host: '127.0.0.1',
    port: 0,
    async authorize(key) {
      if (key !== 'key') return { ok: false, reason: 'bad_key' };
      const publication = makeRecordingPublication();
      publications.push(publication);
      return { ok: true, publication };
    },
    ...(isSecure ? { secureContext: SECURE } : {}),
    now: () => nowMs,
    log: silentLog,
    ...options,
  });

const open = (certificate?: string): RtmpClient => {
  const client = openRtmpClient({ port: server.port!, ...(certificate ? { certificate } : {}) });
  clients.push(client);
  return client;
};

/** A connection that does nothing of itself. */
const openSocket = (): Socket => {
  const socket = connect(server.port!, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  sockets.push(socket);
  return socket;
};

const restart = async (options: Partial<RtmpServerOptions>, isSecure = true): Promise<void> => {
  await server.close();
  server = await start(options, isSecure);
};

beforeEach(async () => {
  publications = [];
  clients = [];
  nowMs = 0;
  server = await start();
});
afterEach(async () => {
  for (const client of clients) client.close();
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
});

test.each([
  ['RTMP', undefined],
  ['RTMPS on the same port', TEST_CERTIFICATE],
])('media that are published by %s reach the owner (LIVE-VIDEO-029)', async (_, certificate) => {
  const client = open(certificate);
  client.publish('key?bandwidthtest=false');
  await eventually(() => expect(client.codes).toEqual(['NetStream.Publish.Start']));
  client.write(Buffer.concat([videoMessage(0, avcConfigTag()), audioMessage(0, aacConfigTag())]));
  for (let i = 0; i < 50; i++)
    client.write(
      Buffer.concat([videoMessage(i * 20, pictureTag(i === 0)), audioMessage(i * 21, soundTag())]),
    );
  await eventually(() => expect(publications[0]?.sounds).toHaveLength(50));
  expect(publications[0]?.pictures).toHaveLength(50);
  expect(server.connectionCount).toBe(1);
  client.close();
  await eventually(() => expect(publications[0]?.ends).toEqual(['closed']));
  await eventually(() => expect(server.connectionCount).toBe(0));
});

test('a wrong key is told so, over both, and the connection is closed (LIVE-VIDEO-029)', async () => {
  for (const certificate of [undefined, TEST_CERTIFICATE]) {
    const client = open(certificate);
    client.publish('wrong');
    await eventually(() => expect(client.isClosed).toBe(true));
    expect(client.codes).toEqual(['NetStream.Publish.BadName']);
  }
  expect(publications).toEqual([]);
});

test('HEVC is refused in words that reach encoder and owner (LIVE-VIDEO-029)', async () => {
  const client = open();
  client.publish('key');
  client.write(videoMessage(0, Buffer.from('90687663310000', 'hex')));
  await eventually(() => expect(client.isClosed).toBe(true));
  expect(client.codes).toEqual(['NetStream.Publish.Start', 'NetStream.Publish.Rejected']);
  expect(client.description).toContain('set the video encoder to H.264');
  expect(publications[0]?.refusals).toEqual([{ code: 'enhanced_rtmp', text: client.description }]);
  expect(publications[0]?.ends).toEqual(['refused_codec']);
});

test('an encoder that leaves is let go in peace', async () => {
  const client = open();
  client.write(sessionBytes('key', 10));
  await eventually(() => expect(client.isClosed).toBe(true));
  expect(publications[0]?.ends).toEqual(['left']);
  expect(publications[0]?.pictures).toHaveLength(10);
});

test('connections that begin neither as RTMP nor as TLS, or as TLS without a certificate here, are closed', async () => {
  for (const first of ['GET / HTTP/1.1\r\n\r\n', '\x06', '\x16\x03\x01\x00\x05hello']) {
    const socket = openSocket();
    socket.write(first, 'latin1');
    socket.resume();
    await eventually(() => expect(socket.destroyed).toBe(true));
  }
  await restart({}, false);
  const client = open(TEST_CERTIFICATE);
  await eventually(() => expect(client.isClosed).toBe(true));
  const plain = open();
  plain.publish('key');
  await eventually(() => expect(plain.codes).toEqual(['NetStream.Publish.Start']));
});

test('connections that say nothing, stop in the handshake or in TLS are closed at their deadline', async () => {
  const silent = openSocket();
  const halfway = openSocket();
  halfway.write(clientHandshake().subarray(0, 2_000));
  const tls = openSocket();
  tls.write('\x16\x03\x01', 'latin1');
  for (const socket of [silent, halfway, tls]) socket.resume();
  await eventually(() => expect(server.connectionCount).toBe(3));
  nowMs += 5_000;
  await eventually(() => {
    for (const socket of [silent, halfway, tls]) expect(socket.destroyed).toBe(true);
  });
  expect(server.connectionCount).toBe(0);
});

test('a publisher without media for ten seconds is closed', async () => {
  const client = open();
  client.publish('key');
  await eventually(() => expect(client.codes).toEqual(['NetStream.Publish.Start']));
  nowMs += 10_000;
  await eventually(() => expect(publications[0]?.ends).toEqual(['silent']));
  await eventually(() => expect(client.isClosed).toBe(true));
});

test('connections are bounded in all and for each address', async () => {
  await restart({ connectionsPerAddressMax: 2 });
  const [first, second] = [openSocket(), openSocket()];
  await eventually(() => expect(server.connectionCount).toBe(2));
  const third = openSocket();
  third.resume();
  await eventually(() => expect(third.destroyed).toBe(true));
  first.destroy();
  await eventually(() => expect(server.connectionCount).toBe(1));
  const client = open();
  client.publish('key');
  await eventually(() => expect(client.codes).toEqual(['NetStream.Publish.Start']));
  second.destroy();
  await restart({ connectionsMax: 1 });
  openSocket();
  await eventually(() => expect(server.connectionCount).toBe(1));
  const other = openSocket();
  other.resume();
  await eventually(() => expect(other.destroyed).toBe(true));
});

test.each([
  ['RTMP', undefined],
  ['RTMPS', TEST_CERTIFICATE],
])('nothing is read from an encoder by %s while its key is checked', async (_, certificate) => {
  const decision = Promise.withResolvers<void>();
  const publication = makeRecordingPublication();
  await restart({
    async authorize() {
      await decision.promise;
      return { ok: true, publication };
    },
  });
  const client = open(certificate);
  client.publish('key');
  client.write(videoMessage(0, avcConfigTag()));
  for (let i = 0; i < 2_000; i++)
    client.write(videoMessage(i * 20, pictureTag(i === 0, [Buffer.alloc(2_000, 0x41)])));
  await eventually(() => expect(server.connectionCount).toBe(1));
  expect(publication.mediaBytes).toBe(0);
  decision.resolve();
  await eventually(() => expect(publication.pictures).toHaveLength(2_000));
  expect(publication.ends).toEqual([]);
});

test('closing the server ends all publishers and lets go of the port', async () => {
  const client = open();
  client.publish('key');
  const idle = openSocket();
  idle.resume();
  await eventually(() => expect(client.codes).toEqual(['NetStream.Publish.Start']));
  await Promise.all([server.close(), server.close()]);
  expect(publications[0]?.ends).toEqual(['closed']);
  await eventually(() => expect([client.isClosed, idle.destroyed]).toEqual([true, true]));
  const again = await start({ port: server.port! });
  expect(again.port).toBe(server.port);
  await again.close();
});

test('an encoder that answers the goodbye with a reset does not keep the server from closing', async () => {
  const client = openSocket();
  await eventually(() => expect(server.connectionCount).toBe(1));
  const closing = server.close();
  client.resetAndDestroy();
  await closing;
  expect(server.connectionCount).toBe(0);
});

test('a port that is taken is an error of the start', async () => {
  await expect(start({ port: server.port! })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('300 mutated connections, plain and in TLS, leave a publisher beside them alone (LIVE-VIDEO-029)', async () => {
  const good = open();
  good.publish('key');
  good.write(videoMessage(0, avcConfigTag()));
  await eventually(() => expect(publications).toHaveLength(1));
  const random = seededRandom(19);
  const bytes = sessionBytes('key', 4);
  for (let i = 0; i < 300; i++) {
    const client = open(i % 3 === 0 ? TEST_CERTIFICATE : undefined);
    client.write(mutate(bytes, random, 3_073));
    good.write(videoMessage(i * 40, pictureTag(i % 25 === 0)));
    await eventually(() => expect(server.connectionCount).toBeLessThan(12));
    if (i % 2 === 0) client.close();
    if (i % 8 === 7) for (const one of clients) if (one !== good) one.close();
  }
  await eventually(() => expect(publications[0]?.pictures).toHaveLength(300));
  expect(publications[0]?.ends).toEqual([]);
  for (const client of clients) if (client !== good) client.close();
  await eventually(() => expect(server.connectionCount).toBe(1));
  for (const publication of publications.slice(1)) expect(publication.ends).toHaveLength(1);
});
