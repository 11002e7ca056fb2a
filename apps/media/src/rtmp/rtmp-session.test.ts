import { eventually } from '@klieg/testing/eventually';
import { expect, test } from 'vitest';
import type { RtmpAuthorization } from './publication.ts';
import { encodeAmf0 } from './wire/amf0.ts';
import { EVENT, TYPE } from './wire/messages.ts';
import {
  aacConfigTag,
  audioMessage,
  avcConfigTag,
  clientHandshake,
  command,
  connect,
  messageBytes,
  pictureTag,
  publishCommands,
  sessionBytes,
  setChunkSize,
  soundTag,
  u32,
  videoMessage,
} from './testing/rtmp-bytes.ts';
import { makeRecordingPublication } from './testing/recording-publication.ts';
import { makeSessionBench, type SessionBenchOptions } from './testing/session-bench.ts';

/** A session whose key has been accepted. */
async function publishing(options: SessionBenchOptions = {}) {
  const bench = makeSessionBench(options);
  bench.session.push(Buffer.concat([clientHandshake(), publishCommands('key')]));
  await eventually(() => expect(bench.written()).toContain('NetStream.Publish.Start'));
  return bench;
}

/** An authorization that is decided by hand. */
function makeDecision() {
  const { promise, resolve, reject } = Promise.withResolvers<RtmpAuthorization>();
  return { authorize: () => promise, resolve, reject };
}

test('a whole session gives every picture and sound, and ends when the encoder says so (LIVE-VIDEO-029)', async () => {
  const { session, publication, transport, written } = makeSessionBench();
  session.push(sessionBytes('key', 25));
  await eventually(() => expect(publication.ends).toEqual(['left']));
  expect(publication.pictures).toHaveLength(25);
  expect(publication.pictures.filter((picture) => picture.isKey)).toHaveLength(3);
  expect(publication.sounds).toHaveLength(50);
  expect(publication.mediaBytes).toBeGreaterThan(25 * 49);
  expect(written()).toContain('NetConnection.Connect.Success');
  expect(transport).toMatchObject({ isEnded: true, isDestroyed: false });
});

test('bytes that are cut anywhere give the same session', async () => {
  const bytes = sessionBytes('key', 3);
  for (const size of [1, 2, 13, 129, 1_000]) {
    const { session, publication } = makeSessionBench();
    for (let at = 0; at < bytes.length; at += size) session.push(bytes.subarray(at, at + size));
    await eventually(() => expect(publication.ends).toEqual(['left']));
    expect(publication.pictures).toHaveLength(3);
    expect(publication.sounds).toHaveLength(6);
  }
});

test('the owner is told key, app, encoder and address, and nothing else is read before it answers (LIVE-VIDEO-029)', async () => {
  const decision = makeDecision();
  const asked: unknown[] = [];
  const { session, transport, publication } = makeSessionBench({
    authorize(key, _, about) {
      asked.push(key, about);
      return decision.authorize();
    },
  });
  session.push(
    Buffer.concat([clientHandshake(), publishCommands('key?a=1'), videoMessage(0, avcConfigTag())]),
  );
  session.push(videoMessage(0, pictureTag(true)));
  expect(asked).toEqual([
    'key',
    { app: 'live', address: '127.0.0.1', encoder: 'FMLE/3.0 (compatible; test)' },
  ]);
  expect(transport.isReading).toBe(false);
  expect(publication.mediaBytes).toBe(0);
  decision.resolve({ ok: true, publication });
  await eventually(() => expect(publication.pictures).toHaveLength(1));
  expect(transport.isReading).toBe(true);
});

test.each([
  ['bad_key', 'NetStream.Publish.BadName', 'key is not valid'],
  ['already_live', 'NetStream.Publish.BadName', 'live already'],
  ['wrong_state', 'NetStream.Publish.Rejected', 'cannot go live'],
  ['unavailable', 'NetStream.Publish.Rejected', 'Try again'],
] as const)(
  'a key that is refused as %s gets an answer and no media are read (LIVE-VIDEO-029)',
  async (reason, code, text) => {
    const { session, transport, publication, written } = makeSessionBench({
      authorize: async () => ({ ok: false, reason }),
    });
    session.push(sessionBytes('other', 5));
    await eventually(() => expect(transport.isEnded).toBe(true));
    expect(written()).toContain(code);
    expect(written()).toContain(text);
    expect(written()).not.toContain('Publish.Start');
    expect(publication.mediaBytes).toBe(0);
  },
);

test('an owner that fails refuses, and one without an answer loses to the deadline', async () => {
  const failing = makeSessionBench({ authorize: () => Promise.reject(new Error('site is away')) });
  failing.session.push(sessionBytes('key', 1));
  await eventually(() => expect(failing.written()).toContain('NetStream.Publish.Rejected'));
  expect(failing.written()).not.toContain('site is away');

  const decision = makeDecision();
  const waiting = makeSessionBench({ authorize: decision.authorize });
  waiting.session.push(sessionBytes('key', 1));
  waiting.moveClock(9_999);
  expect(waiting.transport.isDestroyed).toBe(false);
  waiting.moveClock(1);
  expect(waiting.transport.isDestroyed).toBe(true);
});

test('a publication that is granted after the connection has ended is told so at once, and only once', async () => {
  const decision = makeDecision();
  const bench = makeSessionBench({ authorize: decision.authorize });
  bench.session.push(sessionBytes('key', 1));
  bench.session.onDisconnected();
  decision.resolve({ ok: true, publication: bench.publication });
  await eventually(() => expect(bench.publication.ends).toEqual(['closed']));
  bench.session.close();
  expect(bench.publication.ends).toHaveLength(1);
  expect(bench.publication.pictures).toEqual([]);
});

test('an empty key is not even asked for', () => {
  const { session, keys, written } = makeSessionBench();
  session.push(Buffer.concat([clientHandshake(), publishCommands('')]));
  expect(written()).toContain('NetStream.Publish.BadName');
  expect(keys).toEqual([]);
});

test('who plays is refused and closed (LIVE-VIDEO-029)', () => {
  const { session, written, transport } = makeSessionBench();
  session.push(Buffer.concat([clientHandshake(), connect(), command('play', 0, null, 'key')]));
  expect(written()).toContain('NetStream.Play.Failed');
  expect(transport.isEnded).toBe(true);
});

test.each([
  ['media before a key', videoMessage(0, avcConfigTag())],
  ['metadata before a key', messageBytes({ typeId: TYPE.data, payload: encodeAmf0('onMetaData') })],
  ['a command before connect', command('createStream', 2, null)],
  ['a command that is none', messageBytes({ typeId: TYPE.command, payload: Buffer.from([0xff]) })],
  ['a command that is too long', command('x'.repeat(9_000))],
])('%s ends the connection at once', (_, bytes) => {
  const { session, transport, keys } = makeSessionBench();
  session.push(Buffer.concat([clientHandshake(), bytes]));
  expect(transport.isDestroyed).toBe(true);
  session.push(publishCommands('key'));
  expect(keys).toEqual([]);
});

test('connecting twice, publishing twice and chatting without a key end the connection', async () => {
  const twice = makeSessionBench();
  twice.session.push(Buffer.concat([clientHandshake(), connect(), connect()]));
  expect(twice.transport.isDestroyed).toBe(true);
  const again = await publishing();
  again.session.push(command('publish', 9, null, 'key'));
  expect(again.publication.ends).toEqual(['malformed']);
  const chatty = makeSessionBench();
  chatty.session.push(Buffer.concat([clientHandshake(), connect()]));
  for (let i = 0; i < 63; i++) chatty.session.push(command('hello', i, null));
  expect(chatty.transport.isDestroyed).toBe(false);
  chatty.session.push(command('hello', 64, null));
  expect(chatty.transport.isDestroyed).toBe(true);
});

test('an encoder is cut when it does not connect, does not publish or falls silent in time', async () => {
  const slow = makeSessionBench();
  slow.session.push(clientHandshake());
  slow.moveClock(4_999);
  expect(slow.transport.isDestroyed).toBe(false);
  slow.moveClock(1);
  expect(slow.transport.isDestroyed).toBe(true);

  const idle = makeSessionBench();
  idle.session.push(Buffer.concat([clientHandshake(), connect()]));
  idle.moveClock(9_999);
  expect(idle.transport.isDestroyed).toBe(false);
  idle.moveClock(1);
  expect(idle.transport.isDestroyed).toBe(true);

  const { session, publication, moveClock, connections } = await publishing();
  expect(connections[0]?.lastMediaMs).toBeUndefined();
  moveClock(9_000);
  session.push(videoMessage(0, avcConfigTag()));
  expect(connections[0]?.lastMediaMs).toBe(10_000);
  moveClock(9_999);
  expect(publication.ends).toEqual([]);
  moveClock(1);
  expect(publication.ends).toEqual(['silent']);
});

test('settings that cannot be played are told to the owner and to the encoder (LIVE-VIDEO-029)', async () => {
  const { session, publication, written, transport } = await publishing();
  session.push(videoMessage(0, Buffer.from('90687663310000', 'hex')));
  expect(publication.refusals).toMatchObject([{ code: 'enhanced_rtmp' }]);
  expect(publication.refusals[0]?.text).toContain('set the video encoder to H.264');
  expect(publication.ends).toEqual(['refused_codec']);
  expect(written()).toContain('NetStream.Publish.Rejected');
  expect(transport.isEnded).toBe(true);
  session.push(videoMessage(0, avcConfigTag()));
  expect(publication.refusals).toHaveLength(1);
});

test('media that are malformed or too long end the connection at once', async () => {
  const broken = await publishing();
  broken.session.push(videoMessage(0, Buffer.from([0x17, 0, 0, 0, 0, 1])));
  expect(broken.publication.ends).toEqual(['malformed']);
  const long = await publishing();
  const header = messageBytes({
    chunkStreamId: 6,
    typeId: TYPE.video,
    payload: Buffer.alloc(2 * 1024 * 1024 + 1),
  });
  long.session.push(header.subarray(0, 12));
  expect(long.publication.ends).toEqual(['malformed']);
});

test('pings are answered and received bytes acknowledged', async () => {
  const { session, written, moveClock } = await publishing();
  const ping = Buffer.concat([Buffer.from([0, EVENT.pingRequest]), u32(0x61626364)]);
  session.push(messageBytes({ chunkStreamId: 2, typeId: TYPE.userControl, payload: ping }));
  expect(written().endsWith('\0\x07abcd')).toBe(true);
  session.push(messageBytes({ chunkStreamId: 2, typeId: TYPE.windowSize, payload: u32(1) }));
  const before = written().length;
  session.push(setChunkSize(65_536));
  session.push(messageBytes({ typeId: TYPE.data, payload: Buffer.alloc(64_000), chunkBytes: 65_536 }));
  moveClock(100);
  expect(written().length - before).toBe(16);
});

test('an encoder that does not read what it is told is cut', async () => {
  const { session, publication, transport } = await publishing();
  transport.queuedBytes = 65 * 1024;
  session.push(command('createStream', 9, null));
  expect(publication.ends).toEqual(['malformed']);
});

test('an encoder that sends faster than it may is slowed down, not cut', async () => {
  const { session, publication, transport, moveClock } = await publishing({
    limits: { bytesPerSecondMax: 10_000 },
  });
  session.push(Buffer.concat([videoMessage(0, avcConfigTag()), audioMessage(0, aacConfigTag())]));
  for (let i = 0; i < 400; i++) session.push(audioMessage(i * 21, soundTag()));
  expect(transport.isReading).toBe(false);
  expect(publication.sounds).toHaveLength(400);
  moveClock(250);
  expect(transport.isReading).toBe(false);
  moveClock(9_000);
  expect(transport.isReading).toBe(true);
  expect(publication.ends).toEqual([]);
});

test('what may arrive while a key is checked is bounded', () => {
  const decision = makeDecision();
  const { session, transport } = makeSessionBench({ authorize: decision.authorize });
  session.push(Buffer.concat([clientHandshake(), publishCommands('key')]));
  for (let i = 0; i < 4; i++) session.push(Buffer.alloc(64 * 1024));
  expect(transport.isDestroyed).toBe(false);
  session.push(Buffer.alloc(1));
  expect(transport.isDestroyed).toBe(true);
});

test('the owner closes a connection, also from within its own callbacks, and is told once', async () => {
  const outer = await publishing();
  outer.connections[0]?.close();
  outer.connections[0]?.close();
  outer.session.onDisconnected();
  expect(outer.publication.ends).toEqual(['closed']);

  const publication = makeRecordingPublication();
  const bench = await publishing({
    authorize: async (_, connection) => ({
      ok: true,
      publication: { ...publication, onVideo: () => connection.close() },
    }),
  });
  bench.session.push(
    Buffer.concat([
      videoMessage(0, avcConfigTag()),
      videoMessage(0, pictureTag(true)),
      videoMessage(40, pictureTag(false)),
    ]),
  );
  expect(publication.ends).toEqual(['closed']);
  expect(bench.transport.isEnded).toBe(true);
});

test('an owner that throws loses its connection, and nothing else happens', async () => {
  const publication = makeRecordingPublication();
  const { session, transport, errors } = await publishing({
    authorize: async () => ({
      ok: true,
      publication: {
        ...publication,
        onBytes() {
          throw new Error('bug');
        },
      },
    }),
  });
  expect(() => session.push(videoMessage(0, avcConfigTag()))).not.toThrow();
  expect(errors).toEqual([new Error('bug')]);
  expect(transport.isDestroyed).toBe(true);
  expect(publication.ends).toEqual(['closed']);
});

test('a connection that was answered and does not close is cut', async () => {
  const { session, transport, moveClock } = await publishing();
  session.close();
  moveClock(999);
  expect(transport.isDestroyed).toBe(false);
  moveClock(1);
  expect(transport.isDestroyed).toBe(true);
});
