import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MEDIA_TOKEN_MS, type MediaClaims, type MediaFact, signMediaToken } from '@klieg/contract/media';
import { randomToken, silentLog } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeKeptPieces } from './testing/kept-pieces.ts';
import { isNginxInstalled, startLiveNginx } from './testing/live-nginx.ts';
import { startMedia } from './start/start-media.ts';
import type { Media } from './start/media-options.ts';
import { prepareTestLoop, startHarness } from './testing/live-harness.ts';

/*
 * Every principal times every path to the past of a stream, at its origin and through another process: who may not go
 * back gets no byte of it, however much of the live picture is theirs.
 */

type Harness = Awaited<ReturnType<typeof startHarness>>;
type PlayClaims = Extract<MediaClaims, { use: 'play' }>;

const SECRET = crypto.getRandomValues(new Uint8Array(32));
const STREAM = randomToken();
const OTHER = randomToken();
const OLD_NAME = randomToken();

let loop: Awaited<ReturnType<typeof prepareTestLoop>>;
let harness: Harness;
let edge: Media;
let nginx: Awaited<ReturnType<typeof startLiveNginx>> | undefined;
let folder: string;
let banned: string;

const play = (more: Partial<PlayClaims> = {}, secret: Uint8Array = SECRET): string =>
  signMediaToken(secret, {
    use: 'play',
    streamName: STREAM,
    session: 'viewer',
    mode: 'public',
    mayGoBack: true,
    expiresAt: Date.now() + MEDIA_TOKEN_MS,
    ...more,
  });
/** The right to the live picture alone. */
const live = (more: Partial<PlayClaims> = {}): string => {
  const { mayGoBack: _mayGoBack, ...claims } = {
    use: 'play' as const,
    streamName: STREAM,
    session: 'viewer',
    mode: 'public' as const,
    expiresAt: Date.now() + MEDIA_TOKEN_MS,
    ...more,
  };
  return signMediaToken(SECRET, claims);
};

/** Those who may see nothing of the past. */
const strangers: Readonly<Record<string, () => string>> = {
  'nobody without a token': () => '',
  'a guest with words of their own': () => 'let me in',
  'a guest with a token of another secret': () => play({}, crypto.getRandomValues(new Uint8Array(32))),
  'a viewer whose token was changed': () => `${play().slice(0, -2)}xx`,
  'a viewer whose token has expired': () => play({ expiresAt: Date.now() - 1 }),
  'a viewer of another stream': () => play({ streamName: OTHER }),
  'a viewer of the mode before, whose name is gone': () => play({ streamName: OLD_NAME }),
  'a viewer who was banned, by session': () => banned,
  'a publisher of this stream': () => harness.publishToken('anna', STREAM),
  'a viewer who may have no rendition at all': () => play({ renditions: [] }),
  'a viewer who may have another rendition only': () => play({ renditions: ['nosuch'] }),
  'a viewer of the live picture alone': () => live(),
  'the payer of a private': () => live({ mode: 'private', meter: { meterId: 'm' } }),
  'one who spies': () => live({ mode: 'spy' }),
  'one who has a ticket': () => live({ mode: 'limited' }),
  // What the site would never sign opens nothing either.
  'a payer whose token says more': () => play({ mode: 'private', meter: { meterId: 'm' } }),
  'one of another mode whose token says more': () => play({ mode: 'limited' }),
  'one whose time in public is counted': () => play({ meter: { meterId: 'm' } }),
  'one who looks in for free': () =>
    play({ mode: 'spy', renditions: ['source'], preview: { grantId: 'g', seconds: 10 } }),
};

const entitled: Readonly<Record<string, () => string>> = {
  'a guest or viewer of the public room': () => play(),
  'one who may have the source': () => play({ renditions: ['source'] }),
};

/** A name of the playlist, as one who is entitled sees it. */
async function named(pattern: RegExp): Promise<string> {
  return eventually(async () => {
    const answer = await fetch(`${harness.base}/live/hls/${STREAM}/source/past.m3u8?token=${play()}`);
    const found = pattern.exec(await answer.text());
    expect(found).not.toBeNull();
    return found![1]!;
  });
}

const below = (base: string, token: string, path: string, isInPath = false): string =>
  isInPath
    ? `${base}/live/hls/t/${token}/${STREAM}/${path}`
    : `${base}/live/hls/${STREAM}/${path}?token=${token}`;

async function bytesOf(url: string): Promise<number> {
  const answer = await fetch(url);
  const body = await answer.arrayBuffer();
  if (answer.ok) return body.byteLength;
  // Nginx answers some words of its own where an address cannot be one.
  expect([403, 404]).toContain(answer.status);
  expect(answer.headers.get('content-type') ?? '').not.toMatch(/video|mpegurl|json|webp/);
  return 0;
}

/** Bytes of the past that a token gets by a path. */
const paths: Readonly<Record<string, (base: string, token: string) => Promise<number>>> = {
  'list of renditions': (base, token) => bytesOf(below(base, token, 'past.m3u8')),
  playlist: (base, token) => bytesOf(below(base, token, 'source/past.m3u8')),
  'playlist with the token in its path': (base, token) =>
    bytesOf(below(base, token, 'source/past.m3u8', true)),
  header: async (base, token) =>
    bytesOf(below(base, token, `source/${await named(/#EXT-X-MAP:URI="([^"]+)"/)}`)),
  piece: async (base, token) => bytesOf(below(base, token, `source/${await named(/^(past-\d+\.m4s)$/m)}`)),
  'piece with the token in its path': async (base, token) =>
    bytesOf(below(base, token, `source/${await named(/^(past-\d+\.m4s)$/m)}`, true)),
  window: (base, token) => bytesOf(below(base, token, 'past.json')),
  'small picture': (base, token) =>
    bytesOf(below(base, token, `past-${Math.floor(Date.now() / 1_000)}.webp`)),
  'question of a cache': async (base, token) => {
    const uri = `/live/hls/${STREAM}/source/${await named(/^(past-\d+\.m4s)$/m)}?token=${token}`;
    const answer = await fetch(`${base}/live/auth`, { headers: { 'x-original-uri': uri } });
    return answer.status === 204 ? 1 : 0;
  },
};
/** What names no rendition is open to whoever may have any. */
const OF_NONE = ['window', 'small picture'];

const places: Readonly<Record<string, () => string>> = {
  'its origin': () => harness.base,
  'another process': () => `http://127.0.0.1:${edge.port}`,
};
/** The same behind nginx as it is shipped, which keeps what it has handed out. */
const behind: Readonly<Record<string, () => string>> = isNginxInstalled
  ? { 'its origin behind nginx': () => `http://127.0.0.1:${nginx!.port}` }
  : {};
const everywhere = { ...places, ...behind };
/** Nginx asks by itself. */
const isOf = (place: string, path: string): boolean => !(place in behind && path === 'question of a cache');

beforeAll(async () => {
  loop = await prepareTestLoop();
  folder = await mkdtemp(join(tmpdir(), 'klieg-dvr-'));
  harness = await startHarness(
    loop.dataDir,
    { transcodeCores: 0 },
    {
      secret: SECRET,
      clock: { now: Date.now },
      internalUrl: 'http://127.0.0.1:0',
      recording: { folder, freeBytesMin: 0, door: makeKeptPieces().door, handOver: async () => {} },
    },
  );
  edge = await startMedia({
    node: 'edge',
    secret: SECRET,
    bus: harness.bus,
    host: '127.0.0.1',
    port: 0,
    icePort: 0,
    internalUrl: 'http://127.0.0.1:0',
    log: silentLog,
  });
  nginx = isNginxInstalled ? await startLiveNginx(harness.media.port) : undefined;
  await harness.publish('anna', OLD_NAME);
  harness.bus.publish('media.commands', { kind: 'rename', broadcastId: 'anna', streamName: STREAM });
  harness.bus.publish('media.commands', {
    kind: 'keep_past',
    broadcastId: 'anna',
    streamName: STREAM,
    minutes: 10,
  });
  banned = play({ session: 'banned' });
  harness.bus.publish('media.commands', { kind: 'revoke', session: 'banned' });
  await harness.publish('berta', OTHER);
  await eventually(async () => {
    for (const base of Object.values(places))
      for (const path of ['past.json', `past-${Math.floor(Date.now() / 1_000)}.webp`])
        expect((await fetch(below(base(), play(), path))).status).toBe(200);
  });
});
afterAll(async () => {
  nginx?.stop();
  await edge.close();
  await harness.close();
  await loop.remove();
  await rm(folder, { recursive: true, force: true });
});

describe.each(Object.keys(everywhere))('at %s', (place) => {
  const pathsHere = Object.keys(paths).filter((path) => isOf(place, path));
  describe.each(pathsHere)('by %s', { concurrent: true }, (path) => {
    const read = paths[path]!;
    const knowsNothing = Object.keys(strangers).filter(
      (who) => !OF_NONE.includes(path) || !who.includes('rendition'),
    );
    test.each(knowsNothing)('%s gets nothing of the past', async (who) => {
      expect(await read(everywhere[place]!(), strangers[who]!())).toBe(0);
    });
    test.each(Object.keys(entitled))('%s gets it', async (who) => {
      expect(await read(everywhere[place]!(), entitled[who]!())).toBeGreaterThan(0);
    });
  });

  test('a right that ends, ends with the next request', async () => {
    const token = play({ session: `leaving ${place}` });
    const url = below(everywhere[place]!(), token, 'source/past.m3u8');
    expect(await bytesOf(url)).toBeGreaterThan(0);
    harness.bus.publish('media.commands', { kind: 'revoke', session: `leaving ${place}` });
    await eventually(async () => expect(await bytesOf(url)).toBe(0));
    expect(await bytesOf(below(everywhere[place]!(), play(), 'source/past.m3u8'))).toBeGreaterThan(0);
  });
});

test('who goes back is counted nowhere, as a payer or otherwise', async () => {
  const counted = () =>
    harness.facts.filter((fact: MediaFact) => fact.kind === 'metered' || fact.kind === 'preview');
  for (const base of Object.values(places))
    for (const path of ['piece', 'playlist', 'question of a cache']) await paths[path]!(base(), play());
  // A payer's own live picture is counted all the while.
  const payer = harness.watch(OTHER, harness.payerToken(OTHER, 'payer'));
  await eventually(() => expect(counted().length).toBeGreaterThan(0));
  expect(counted().every((fact) => fact.kind === 'metered' && fact.meterId === 'payer')).toBe(true);
  payer.close();
});

test('a cache hands out nothing of a name that the stream had before', async () => {
  const piece = await named(/^(past-\d+\.m4s)$/m);
  const token = play();
  const asks = async (base: string) =>
    (
      await fetch(`${base}/live/auth`, {
        headers: {
          'x-original-uri': `/live/hls/${STREAM}/source/${piece}?token=${token}`,
          'x-live-cache': 'c',
        },
      })
    ).status;
  for (const base of Object.values(places)) expect(await asks(base())).toBe(204);
  harness.bus.publish('media.commands', { kind: 'rename', broadcastId: 'anna', streamName: randomToken() });
  for (const base of Object.values(places))
    await eventually(async () => expect(await asks(base())).toBe(403));
});
