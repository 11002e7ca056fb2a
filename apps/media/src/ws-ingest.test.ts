import { INGEST_CLOSE } from '@klieg/contract/features/broadcast/ingest-frame';
import { MEDIA_COMMANDS, MEDIA_TOKEN_MS, signMediaToken } from '@klieg/contract/media';
import { loopPath } from '@klieg/demo';
import { type Loop, readLoop } from '@klieg/demo/loops';
import { eventually } from '@klieg/testing/eventually';
import { howMany, isLongRun } from '@klieg/testing/run-length';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { avcRecord } from './rtmp/testing/rtmp-bytes.ts';
import { decode, prepareTestLoop, SCENE, startHarness } from './testing/live-harness.ts';
import { PPS, SPS_360 } from './testing/rtp-packets.ts';
import {
  CONFIG,
  connectPage,
  isReady,
  keyframesAsked,
  type PageClient,
  pictureOf,
  sendLoop,
  sendPictures,
} from './ws-ingest/testing/page-client.ts';

/* Pages that publish by WebSocket, through real sockets into the same broadcasts as those that come by WHIP. */

/** Parameter set of a stream of 3840x2160 pictures, constrained baseline, as x264 writes it. */
const SPS_2160 = Buffer.from('6742c033d9003c0043ec044000000300400000030083c60c92', 'hex');
const SECRET = crypto.getRandomValues(new Uint8Array(32));

let folder: Awaited<ReturnType<typeof prepareTestLoop>>;
let loop: Loop;
let harness: Awaited<ReturnType<typeof startHarness>>;
const clients: PageClient[] = [];
const senders: { stop(): void }[] = [];

beforeAll(async () => {
  folder = await prepareTestLoop();
  loop = (await readLoop(loopPath(folder.dataDir, SCENE)))!;
});
beforeEach(async () => {
  harness = await startHarness(
    folder.dataDir,
    { transcodeCores: 0, silentMs: 4_000, healthMs: 500, reconnectMs: 60_000 },
    { secret: SECRET },
  );
});
afterEach(async () => {
  for (const sender of senders.splice(0)) sender.stop();
  for (const client of clients.splice(0)) client.cut();
  await harness.close();
});
afterAll(() => folder.remove());

const connect = (token: string, headers?: Record<string, string>): PageClient => {
  const client = connectPage(harness.media.port, token, headers);
  clients.push(client);
  return client;
};

/** A page that is let in. */
async function enter(broadcastId: string, { sound = true, token = '' } = {}): Promise<PageClient> {
  const client = connect(token || harness.publishToken(broadcastId, `stream_${broadcastId}`));
  client.say({ hello: { sound } });
  await eventually(() => expect(isReady(client)).toBe(true));
  return client;
}

/** A page that sends drawn-up pictures and is live. */
async function goLive(broadcastId: string, more: Parameters<typeof sendPictures>[1] = {}) {
  const client = await enter(broadcastId, { sound: false });
  const sender = sendPictures(client, more);
  senders.push(sender);
  await eventually(() => expect(harness.factsOf('live', broadcastId).length).toBeGreaterThan(0));
  return { client, sender };
}

const isClosed = (client: PageClient, code: number) => eventually(() => expect(client.closeCode).toBe(code));

describe('what a page sends', () => {
  test('comes out as what WHIP brings: the same codecs, chunks of 80 ms that decode, facts of a page (LIVE-VIDEO-029)', async () => {
    const byWhip = await harness.publish('whip');
    const client = await enter('socket');
    senders.push(sendLoop(client, loop));
    await eventually(() => expect(harness.factsOf('live', 'socket').length).toBeGreaterThan(0));
    const [live] = harness.factsOf('live', 'socket');
    expect(live).toEqual({
      ...harness.factsOf('live', 'whip')[0],
      broadcastId: 'socket',
      username: 'socket',
      streamName: 'stream_socket',
    });
    const viewers = [harness.watch(byWhip.streamName), harness.watch('stream_socket')] as const;
    await eventually(() => {
      for (const viewer of viewers) expect(viewer.frames.length).toBeGreaterThan(40);
    });
    expect(viewers[1].texts[0]).toBe(viewers[0].texts[0]);
    const [one, other] = await Promise.all(viewers.map((viewer) => decode(viewer.frames)));
    expect(other).toMatchObject({ width: one!['width'], height: one!['height'], broken: 0 });
    expect(other!['pictures']).toBeGreaterThan(40);
    expect(other!['soundMs']).toBeGreaterThan(1_500);
    await eventually(() =>
      expect(harness.factsOf('health', 'socket').at(-1)).toMatchObject({
        width: 640,
        viewers: 1,
        warnings: [],
      }),
    );
  });

  test('is counted back to the page, and keyframes are asked for when the last is old', async () => {
    const client = await enter('anna');
    client.send({ kind: 'config', payload: CONFIG });
    client.send({ kind: 'picture', isKey: true, payload: pictureOf(true) });
    await eventually(() => expect(client.told.some((one) => 'got' in one && one.got > 40)).toBe(true));
    let microseconds = 0;
    const timer = setInterval(() => {
      microseconds += 40_000;
      client.send({ kind: 'picture', microseconds, payload: pictureOf(false) });
    }, 40);
    senders.push({ stop: () => clearInterval(timer) });
    await eventually(() => expect(keyframesAsked(client)).toBeGreaterThan(1));
  });

  test('goes on under the name of another mode, which begins at a keyframe that is asked for', async () => {
    const { client } = await goLive('anna');
    const before = keyframesAsked(client);
    harness.bus.publish(MEDIA_COMMANDS, { kind: 'rename', broadcastId: 'anna', streamName: 'private_anna' });
    await eventually(() => expect(keyframesAsked(client)).toBeGreaterThan(before));
    const viewer = harness.watch('private_anna');
    await eventually(() => expect(viewer.frames.length).toBeGreaterThan(2));
    expect(client.isOpen).toBe(true);
  });

  const limits = [
    ['a picture of 4K', 'picture_size', { sps: SPS_2160 }],
    ['120 pictures a second', 'picture_rate', { fps: 120 }],
    ['16,000 kbit/s', 'bitrate_limit', { kbps: 16_000 }],
  ] as const;
  // What is counted is the same as by WHIP, whose test shows the rate of bits.
  test.each(limits.slice(0, howMany(1, 3)))(
    '%s ends that broadcast as by WHIP, with a reason for the model, and no other',
    async (_what, code, sent) => {
      const usual = await goLive('usual');
      const client = await enter(code);
      senders.push(sendPictures(client, sent));
      await eventually(() => expect(client.closeCode).toBeDefined());
      expect(client.closeCode).toBe(INGEST_CLOSE.limit);
      expect(harness.factsOf('refused', code)).toMatchObject([{ code }]);
      expect(usual.client.isOpen).toBe(true);
    },
  );

  test('with another format in each picture makes viewers and recordings begin anew no more than they can bear', async () => {
    const { client } = await goLive('anna', { fps: 1 });
    const viewer = harness.watch('stream_anna');
    let sent = 0;
    const timer = setInterval(() => {
      sent += 1;
      const sps = Buffer.concat([SPS_360, Buffer.from([sent % 250])]);
      client.send({ kind: 'config', payload: avcRecord(sps, PPS) });
      client.send({
        kind: 'picture',
        isKey: true,
        microseconds: 60e6 + sent * 25e3,
        payload: pictureOf(true),
      });
    }, 25);
    senders.push({ stop: () => clearInterval(timer) });
    await eventually(() => expect(sent).toBeGreaterThan(200));
    expect(viewer.frames.filter((frame) => frame.includes('moov')).length).toBeLessThan(60);
    expect(client.isOpen).toBe(true);
  });

  test('of a camera without sound has none, and is asked for fewer bits', async () => {
    const token = harness.publishToken('cam', 'stream_cam', MEDIA_TOKEN_MS, { hasSound: false });
    const client = await enter('cam', { token });
    expect(client.told).toContainEqual({ ready: { kbps: 800 } });
    senders.push(sendLoop(client, loop));
    await eventually(() => expect(harness.factsOf('live', 'cam')).toMatchObject([{ hasAudio: false }]));
  });
});

describe('the right to publish', () => {
  test.each([
    ['none', () => ''],
    ['a wrong one', () => 'st_x.y'],
    ['one to play', () => harness.playToken('any')],
    ['an expired one', () => harness.publishToken('anna', 'stream_anna', -1)],
    ['a stream key', () => 'sk0123456789abcdef'],
  ])('by %s is none', async (_what, tokenOf) => {
    const client = connect(tokenOf());
    client.say({ hello: { sound: true } });
    await isClosed(client, INGEST_CLOSE.token);
    expect(client.told).toEqual([]);
  });

  test('of a foreign page is none', async () => {
    const strict = await startHarness('', {}, { secret: SECRET, allowedOrigins: ['https://klieg.example'] });
    const token = harness.publishToken('anna', 'stream_anna');
    const foreign = connectPage(strict.media.port, token, { origin: 'https://other.example' });
    const own = connectPage(strict.media.port, token, { origin: 'https://klieg.example' });
    own.say({ hello: { sound: false } });
    await eventually(() => expect(isReady(own)).toBe(true));
    await eventually(() => expect(foreign.closeCode).toBe(1006));
    await strict.close();
    await eventually(() => expect(own.closeCode).toBe(1001));
  });

  test('ends with its login session, with the broadcast, and before the first word: W33 (LIVE-VIDEO-029)', async () => {
    const { client } = await goLive('anna');
    const waiting = connect(harness.publishToken('bella', 'stream_bella'));
    await eventually(() => expect(waiting.isOpen).toBe(true));
    harness.bus.publish(MEDIA_COMMANDS, { kind: 'revoke', session: 'publisher' });
    await isClosed(client, INGEST_CLOSE.ended);
    expect(harness.factsOf('gone', 'anna')).toMatchObject([{ reason: 'stopped' }]);
    waiting.say({ hello: { sound: true } });
    await isClosed(waiting, INGEST_CLOSE.token);
  });

  test('ends when the site stops the broadcast, whose tokens open nothing any more', async () => {
    const { client } = await goLive('anna');
    const token = harness.publishToken('anna', 'stream_anna');
    harness.bus.publish(MEDIA_COMMANDS, { kind: 'stop', broadcastId: 'anna' });
    await isClosed(client, INGEST_CLOSE.ended);
    const again = connect(token);
    again.say({ hello: { sound: true } });
    await isClosed(again, INGEST_CLOSE.stopped);
  });

  test('is refused while another publisher delivers, by whatever way', async () => {
    const { client, sender } = await goLive('anna');
    const second = connect(harness.publishToken('anna', 'stream_anna'));
    second.say({ hello: { sound: false } });
    await isClosed(second, INGEST_CLOSE.taken);
    const whip = await harness.publish('bella', 'stream_bella');
    const third = connect(harness.publishToken('bella', 'stream_bella'));
    third.say({ hello: { sound: false } });
    await isClosed(third, INGEST_CLOSE.taken);
    expect([client.isOpen, whip.child.connected]).toEqual([true, true]);
    sender.stop();
  });
});

describe('a line that breaks', () => {
  test('keeps the broadcast and its viewers for whoever comes back, by WebSocket or by WHIP', async () => {
    const first = await goLive('anna');
    const viewer = harness.watch('stream_anna');
    await eventually(() => expect(viewer.frames.length).toBeGreaterThan(2));
    first.sender.stop();
    first.client.cut();
    await eventually(() => expect(harness.factsOf('gone', 'anna')).toMatchObject([{ reason: 'silent' }]));
    const before = viewer.frames.length;
    await goLive('anna');
    await eventually(() => expect(viewer.frames.length).toBeGreaterThan(before + 2));
    clients.at(-1)!.cut();
    senders.at(-1)!.stop();
    await eventually(() => expect(harness.factsOf('gone', 'anna')).toHaveLength(2));
    await harness.publish('anna', 'stream_anna');
    const later = viewer.frames.length;
    await eventually(() => expect(viewer.frames.length).toBeGreaterThan(later + 2));
    expect(viewer.closeCode).toBeUndefined();
  });

  test('that only stands still is given up, and replaced by the next connection of its page', async () => {
    const first = await goLive('anna');
    first.sender.stop();
    const client = await eventually(async () => {
      const next = connect(harness.publishToken('anna', 'stream_anna'));
      next.say({ hello: { sound: false } });
      await eventually(() => expect(next.told.length > 0 || next.closeCode !== undefined).toBe(true));
      expect(isReady(next)).toBe(true);
      return next;
    }, 200);
    // As silent, or as replaced, whichever came first.
    await eventually(() =>
      expect([INGEST_CLOSE.taken, INGEST_CLOSE.silent]).toContain(first.client.closeCode),
    );
    expect(client.isOpen).toBe(true);
  });

  test('after a goodbye is not waited for', async () => {
    const { client, sender } = await goLive('anna');
    sender.stop();
    client.say({ leave: true });
    await isClosed(client, INGEST_CLOSE.ended);
    expect(harness.factsOf('gone', 'anna')).toMatchObject([{ reason: 'closed' }]);
  });
});

describe('what is no message of ours', () => {
  const header = (...bytes: number[]) => Buffer.concat([Buffer.from(bytes), Buffer.alloc(16)]);
  const MALFORMED: readonly [string, (client: PageClient) => void][] = [
    ['nothing', (client) => client.sendBytes(Buffer.alloc(0))],
    ['another version', (client) => client.sendBytes(header(2, 1, 0, 0))],
    ['an unknown kind', (client) => client.sendBytes(header(1, 9, 0, 0))],
    ['unknown flags', (client) => client.sendBytes(header(1, 2, 8, 0))],
    [
      'a time beyond all times',
      (client) => client.sendBytes(Buffer.concat([Buffer.from([1, 3, 0, 0]), Buffer.alloc(8, 255)])),
    ],
    [
      'a picture without a configuration',
      (client) => client.send({ kind: 'picture', payload: pictureOf(true) }),
    ],
    ['a broken configuration', (client) => client.send({ kind: 'config', payload: Buffer.alloc(9, 1) })],
    ['load without a check', (client) => client.send({ kind: 'load', payload: Buffer.alloc(9) })],
    ['too long a sound', (client) => client.send({ kind: 'sound', payload: Buffer.alloc(8_193) })],
    ['a text that is no JSON', (client) => client.sendText('{')],
    ['a second greeting', (client) => client.say({ hello: { sound: true } })],
    ['a question of a check', (client) => client.say({ ping: 1 })],
    [
      'lengths that do not fit',
      (client) => {
        client.send({ kind: 'config', payload: CONFIG });
        client.send({ kind: 'picture', payload: Buffer.from([0, 0, 9, 9, 1]) });
      },
    ],
  ];
  test('closes its connection by a code of its own, and hurts nobody else', async () => {
    const usual = await goLive('usual');
    for (const [what, send] of MALFORMED) {
      const client = await enter('anna', { sound: false });
      send(client);
      await eventually(() => expect(client.closeCode, what).toBe(INGEST_CLOSE.malformed));
    }
    const early = connect(harness.publishToken('anna', 'stream_anna'));
    early.send({ kind: 'config', payload: CONFIG });
    await isClosed(early, INGEST_CLOSE.malformed);
    const unplayable = await enter('anna');
    const record = Buffer.from(CONFIG);
    record[9] = 110;
    unplayable.send({ kind: 'config', payload: record });
    await isClosed(unplayable, INGEST_CLOSE.codec);
    const endless = await enter('anna');
    endless.sendBytes(Buffer.alloc(3 * 2 ** 20, 1));
    await isClosed(endless, 1009);
    expect(usual.client.isOpen).toBe(true);
  });

  test.runIf(isLongRun)(
    'is not waited for: who says nothing is closed, and so are too many of one session',
    async () => {
      const mute = connect(harness.publishToken('anna', 'stream_anna'));
      const many = Array.from({ length: 9 }, () => connect(harness.publishToken('bella', 'stream_bella')));
      await eventually(() =>
        expect(many.filter(({ closeCode }) => closeCode === INGEST_CLOSE.full).length).toBeGreaterThan(0),
      );
      await isClosed(mute, INGEST_CLOSE.silent);
    },
  );
});

describe('a check of the line', () => {
  const checkToken = (session = 'publisher'): string =>
    signMediaToken(SECRET, { use: 'check', session, expiresAt: Date.now() + MEDIA_TOKEN_MS });

  test('answers pings, counts what gets through, and begins no broadcast', async () => {
    const { client: broadcasting } = await goLive('anna');
    const check = connect(checkToken());
    check.say({ ping: 7 });
    for (let i = 0; i < 8; i++) check.send({ kind: 'load', payload: Buffer.alloc(16 * 1024) });
    await eventually(() => expect(check.told).toContainEqual({ pong: 7 }));
    await eventually(() => expect(check.told.some((one) => 'got' in one && one.got > 100_000)).toBe(true));
    expect(broadcasting.isOpen).toBe(true);
    expect(harness.factsOf('gone', 'anna')).toEqual([]);
    check.say({ hello: { sound: true } });
    await isClosed(check, INGEST_CLOSE.malformed);
  });

  test('is one at a time for a session, measures no more than it needs, and takes no media', async () => {
    const first = connect(checkToken());
    first.say({ ping: 1 });
    await eventually(() => expect(first.told).toEqual([{ pong: 1 }]));
    const second = connect(checkToken());
    await isClosed(second, INGEST_CLOSE.full);
    for (let i = 0; i < 500; i++) first.send({ kind: 'load', payload: Buffer.alloc(60 * 1024) });
    await isClosed(first, INGEST_CLOSE.limit);
    const media = connect(checkToken('other'));
    media.send({ kind: 'config', payload: CONFIG });
    await isClosed(media, INGEST_CLOSE.malformed);
    const offer = connect(checkToken('third'));
    offer.say({ offer: 'v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 102\r\n' });
    await isClosed(offer, INGEST_CLOSE.malformed);
    const broken = connect(checkToken('fourth'));
    broken.say({ offer: 'v=0\r\nm=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\n' });
    await isClosed(broken, INGEST_CLOSE.malformed);
  });

  test('ends with its login session before it begins', async () => {
    const token = checkToken();
    harness.bus.publish(MEDIA_COMMANDS, { kind: 'revoke', session: 'publisher' });
    await isClosed(connect(token), INGEST_CLOSE.token);
  });
});
