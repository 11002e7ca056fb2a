import { internalMediaKey, MEDIA_TOKEN_MS, type MediaClaims, signMediaToken } from '@klieg/contract/media';
import { randomToken } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareTestLoop, startHarness } from './testing/live-harness.ts';
import { receiveWhep, type WhepReceiver } from './testing/receive-whep.ts';

/*
 * Every principal times every path: who may not see a stream gets no byte of it. The list of principals
 * and that of paths are multiplied, so that a new one of either is asked about with all of the other.
 */

type Harness = Awaited<ReturnType<typeof startHarness>>;
type PlayClaims = Extract<MediaClaims, { use: 'play' }>;

const SECRET = crypto.getRandomValues(new Uint8Array(32));
const STREAM = randomToken();
const OTHER = randomToken();
const OLD_NAME = randomToken();

let loop: Awaited<ReturnType<typeof prepareTestLoop>>;
let harness: Harness;
let banned: string;

/** The newest names in the playlist, as one who is entitled sees them. */
async function newest(kind: 'init' | 'segment' | 'part'): Promise<string> {
  let playlist = '';
  await eventually(async () => {
    const answer = await fetch(`${harness.base}/live/hls/${STREAM}/source/media.m3u8?token=${play()}`);
    playlist = await answer.text();
    expect(playlist).toMatch(/^seg-/m);
    expect(playlist).toMatch(/URI="part-/);
  });
  if (kind === 'init') return /#EXT-X-MAP:URI="([^"]+)"/.exec(playlist)![1]!;
  if (kind === 'segment') return playlist.match(/^seg-.*$/gm)!.at(-1)!;
  return [...playlist.matchAll(/#EXT-X-PART:[^\n]*URI="([^"]+)"/g)].at(-1)![1]!;
}

const play = (more: Partial<PlayClaims> = {}, secret: Uint8Array = SECRET): string =>
  signMediaToken(secret, {
    use: 'play',
    streamName: STREAM,
    session: 'viewer',
    mode: 'public',
    expiresAt: Date.now() + MEDIA_TOKEN_MS,
    ...more,
  });

/** Those who may see nothing. */
const strangers: Readonly<Record<string, () => string>> = {
  'nobody without a token': () => '',
  'a guest with words of their own': () => 'let me in',
  'a guest with a token of another secret': () => play({}, crypto.getRandomValues(new Uint8Array(32))),
  'a viewer whose token was changed': () => `${play().slice(0, -2)}xx`,
  'a viewer whose token has expired': () => play({ expiresAt: Date.now() - 1 }),
  'a viewer with a token that lives too long': () => play({ expiresAt: Date.now() + 10 * MEDIA_TOKEN_MS }),
  'a viewer of another stream': () => play({ streamName: OTHER }),
  'a viewer of the mode before, whose name is gone': () => play({ streamName: OLD_NAME }),
  'a viewer who was banned, by session': () => banned,
  'a publisher of this stream': () => harness.publishToken('anna', STREAM),
  'a viewer who may have no rendition at all': () => play({ renditions: [] }),
  'a viewer who may have another rendition only': () => play({ renditions: ['nosuch'] }),
};

/** Those who may see it, by mode. */
const entitled: Readonly<Record<string, () => string>> = {
  'a guest or viewer of the public room': () => play(),
  'the payer of a private': () => play({ mode: 'private' }),
  'one who spies': () => play({ mode: 'spy' }),
  'one who has a ticket': () => play({ mode: 'limited' }),
  'one who may have the source': () => play({ renditions: ['source'] }),
};

/** Bytes of the stream that a token gets by a path. */
const paths: Readonly<Record<string, (token: string) => Promise<number>>> = {
  WebSocket: (token) => webSocketBytes(token, ''),
  'WebSocket with a filter': (token) => webSocketBytes(token, '&rendition=source'),
  'master playlist': (token) => bytesOf(`/live/hls/${STREAM}/index.m3u8?token=${token}`),
  'media playlist': (token) => bytesOf(`/live/hls/${STREAM}/source/media.m3u8?token=${token}`),
  'playlist with the token in its path': (token) =>
    bytesOf(`/live/hls/t/${token}/${STREAM}/source/media.m3u8`),
  header: async (token) => bytesOf(`/live/hls/${STREAM}/source/${await newest('init')}?token=${token}`),
  segment: async (token) => bytesOf(`/live/hls/${STREAM}/source/${await newest('segment')}?token=${token}`),
  'segment with the token in its path': async (token) =>
    bytesOf(`/live/hls/t/${token}/${STREAM}/source/${await newest('segment')}`),
  part: async (token) => bytesOf(`/live/hls/${STREAM}/source/${await newest('part')}?token=${token}`),
  'question of a cache': async (token) => {
    const uri = `/live/hls/${STREAM}/source/${await newest('segment')}?token=${token}`;
    const answer = await fetch(`${harness.base}/live/auth`, { headers: { 'x-original-uri': uri } });
    return answer.status === 204 ? 1 : 0;
  },
  WHEP: whepBytes,
};

async function bytesOf(path: string, headers: Record<string, string> = {}): Promise<number> {
  const answer = await fetch(`${harness.base}${path}`, { headers });
  const body = await answer.arrayBuffer();
  if (!answer.ok)
    expect([answer.status, body.byteLength]).toEqual([
      expect.toSatisfy((s: number) => s === 403 || s === 404),
      0,
    ]);
  return body.byteLength;
}

async function webSocketBytes(token: string, more: string): Promise<number> {
  const viewer = harness.watch(STREAM, token, more);
  await eventually(() => expect(viewer.closeCode !== undefined || viewer.frames.length > 1).toBe(true));
  const bytes = [...viewer.frames, ...viewer.texts].reduce((sum, frame) => sum + frame.length, 0);
  viewer.close();
  return bytes;
}

async function whepBytes(token: string): Promise<number> {
  let receiver: WhepReceiver;
  try {
    receiver = await receiveWhep(harness.base, STREAM, token);
  } catch (error) {
    expect(String(error)).toMatch(/refused with (401|403|404)/);
    return 0;
  }
  await eventually(() => expect(receiver.pictures).toBeGreaterThan(0));
  await receiver.close();
  return 1;
}

beforeAll(async () => {
  loop = await prepareTestLoop();
  harness = await startHarness(
    loop.dataDir,
    { viewersPerSessionMax: 100 },
    { secret: SECRET, clock: { now: Date.now } },
  );
  await harness.publish('anna', OLD_NAME);
  harness.bus.publish('media.commands', { kind: 'rename', broadcastId: 'anna', streamName: STREAM });
  banned = play({ session: 'banned' });
  harness.bus.publish('media.commands', { kind: 'revoke', session: 'banned' });
  await harness.publish('berta', OTHER);
  await newest('part');
});
afterAll(async () => {
  await harness.close();
  await loop.remove();
});

// Each waits for bytes to come or for a refusal, and knows nothing of the others.
describe.each(Object.keys(paths))('by %s (LIVE-VIDEO-033) (LIVE-VIDEO-034)', { concurrent: true }, (path) => {
  const read = paths[path]!;
  // Only those who may have some rendition may ask which there are.
  const knowsNothing = Object.keys(strangers).filter(
    (who) => path !== 'master playlist' || !who.includes('another rendition only'),
  );
  test.each(knowsNothing)('%s gets nothing', async (who) => {
    expect(await read(strangers[who]!())).toBe(0);
  });
  test.each(Object.keys(entitled))('%s gets it', async (who) => {
    expect(await read(entitled[who]!())).toBeGreaterThan(0);
  });
});

describe('what is not for viewers', () => {
  const inner = [`/internal/thumb/${STREAM}`, '/internal/stats', `/internal/relay/${STREAM}`];
  test.each(inner)('%s opens to no token, only to the inner key', async (path) => {
    for (const token of ['', play(), harness.publishToken('anna', STREAM)]) {
      expect(await bytesOf(`${path}?token=${token}`)).toBe(0);
      expect(await bytesOf(path, { authorization: `Bearer ${token}`, 'x-internal-secret': token })).toBe(0);
    }
    if (path.includes('relay')) return;
    await eventually(async () =>
      expect(await bytesOf(path, { 'x-internal-secret': internalMediaKey(SECRET) })).toBeGreaterThan(0),
    );
  });
});

describe('a right that ends', () => {
  /** What was on its way may still come; from then on nothing does for so long. */
  const STILL_MS = 2_000;
  const standsStill = (count: () => unknown) =>
    eventually(async () => {
      const before = count();
      await new Promise((resolve) => setTimeout(resolve, STILL_MS));
      expect(count()).toEqual(before);
    });

  test('stops every way out at once, for that session alone', async () => {
    const token = play({ session: 'leaving' });
    const viewer = harness.watch(STREAM, token);
    const other = harness.watch(STREAM, play({ session: 'staying' }));
    const whep = await receiveWhep(harness.base, STREAM, token);
    await eventually(() => expect(whep.pictures).toBeGreaterThan(0));
    await eventually(() => expect(viewer.frames.length).toBeGreaterThan(2));
    const part = fetch(
      `${harness.base}/live/hls/${STREAM}/source/media.m3u8?token=${token}&_HLS_msn=99999999999`,
    );
    harness.bus.publish('media.commands', { kind: 'revoke', session: 'leaving' });
    const seen = other.frames.length;
    await eventually(() => expect(viewer.closeCode).toBe(4401));
    await standsStill(() => ({ ws: viewer.frames.length, whep: whep.pictures }));
    expect(await bytesOf(`/live/hls/${STREAM}/source/${await newest('segment')}?token=${token}`)).toBe(0);
    expect((await part).ok).toBe(false);
    await eventually(() => expect(other.frames.length).toBeGreaterThan(seen + 20));
    // A page that leaves after that has left: for it nothing went wrong.
    expect((await fetch(whep.resource, { method: 'DELETE' })).status).toBe(200);
    await whep.close();
  });

  test('a change of mode stops everybody under the old name', async () => {
    const token = play({ streamName: OTHER });
    const viewer = harness.watch(OTHER, token);
    const whep = await receiveWhep(harness.base, OTHER, token);
    await eventually(() => expect(whep.pictures).toBeGreaterThan(0));
    harness.bus.publish('media.commands', {
      kind: 'rename',
      broadcastId: 'berta',
      streamName: randomToken(),
    });
    await eventually(() => expect(viewer.closeCode).toBe(4409));
    await standsStill(() => whep.pictures);
    await whep.close();
    expect(await bytesOf(`/live/hls/${OTHER}/index.m3u8?token=${token}`)).toBe(0);
  });
});
