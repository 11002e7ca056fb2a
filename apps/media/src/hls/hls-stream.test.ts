import { gunzipSync } from 'node:zlib';
import { eventually } from '@klieg/testing/eventually';
import { checkPlaylist, type ReadMedia } from '@klieg/testing/hls';
import { expect, test } from 'vitest';
import { seededRandom } from '@klieg/testing/fuzzing';
import { type HlsRequest, type HlsStreamOptions, makeHlsStream } from './hls-stream.ts';
import { makeTestSource, SPS_1080 } from './testing/test-source.ts';

const WALL_MS = 1_700_000_000_000;
const FIRST = WALL_MS / 1_000;

function setup(options: Partial<HlsStreamOptions> = {}) {
  let clockMs = 1_000;
  const stream = makeHlsStream({ now: () => clockMs, wallClock: () => WALL_MS, ...options });
  const source = makeTestSource({ sink: stream.rendition('source'), chunkMs: 200, fps: 25 });
  const ask = (path: string, query = '', more: Partial<HlsRequest> = {}) =>
    stream.handle({
      path,
      query: new URLSearchParams(query),
      allowed: undefined,
      acceptsGzip: false,
      signal: new AbortController().signal,
      ...more,
    });
  const text = async (path: string, query = '') => String((await ask(path, query)).body);
  const tick = (ms: number): void => {
    clockMs += ms;
  };
  return { stream, source, ask, text, tick };
}

const MEDIA = 'source/media.m3u8';
const msn = (number: number): string => `_HLS_msn=${FIRST + number}`;

test('everything that a playlist names can be fetched, and parts joined are their segment', async () => {
  const { source, text, ask } = setup();
  source.play(9_000);
  const master = await text('index.m3u8');
  expect(master).toContain('\nsource/media.m3u8\n');
  const playlist = await text(MEDIA);
  const init = await ask(`source/${/URI="(init[^"]+)"/.exec(playlist)?.[1]}`);
  expect(init.body?.toString('latin1', 4, 8)).toBe('ftyp');
  const read = checkPlaylist(playlist).playlist as ReadMedia;
  const whole = read.segments.filter(({ uri }) => uri !== undefined);
  expect(whole.length).toBeGreaterThan(3);
  for (const { uri, parts } of whole) {
    const segment = await ask(`source/${uri}`);
    const bodies = await Promise.all(parts.map(async (part) => (await ask(`source/${part.uri}`)).body!));
    expect(segment.body?.equals(Buffer.concat(bodies))).toBe(true);
  }
});

test('the list of renditions waits until all that are made have a whole segment, and names their rates', async () => {
  let expected = 2;
  const { stream, source, ask, text } = setup({ renditionsExpected: () => expected });
  const small = makeTestSource({ sink: stream.rendition('360p'), chunkMs: 200, startMs: 0 });
  source.play(2_480);
  const asked = text('index.m3u8');
  await eventually(() => expect(stream.waiting).toBe(1));
  small.play(1_500);
  expect(stream.waiting).toBe(1);
  small.play(1_000);
  const lines = (await asked).split('\n').filter((line) => line.startsWith('#EXT-X-STREAM-INF:'));
  expect(lines).toHaveLength(2);
  for (const line of lines)
    expect(line).toMatch(/:BANDWIDTH=\d+,AVERAGE-BANDWIDTH=\d+,.*FRAME-RATE=(25|30)\.000/);
  // One that gave up is not waited for.
  expected = 3;
  const late = ask('index.m3u8');
  await eventually(() => expect(stream.waiting).toBe(1));
  expected = 2;
  source.play(400);
  expect((await late).status).toBe(200);
});

test('a rendition that lags by seconds is left out of the list until it has caught up, unless it is all there is', async () => {
  const { stream, source, text, ask } = setup({ renditionsExpected: () => 2 });
  const small = makeTestSource({ sink: stream.rendition('240p'), chunkMs: 200, startMs: 0 });
  source.play(8_000);
  small.play(4_400);
  const namesIn = (master: string) => master.match(/^\w+(?=\/media\.m3u8$)/gm);
  expect(namesIn(await text('index.m3u8'))).toEqual(['source']);
  // A token may allow nothing else.
  expect(namesIn(String((await ask('index.m3u8', '', { allowed: ['240p'] })).body))).toEqual(['240p']);
  small.play(1_000);
  expect(namesIn(await text('index.m3u8'))).toEqual(['source', '240p']);
});

test('the list of renditions waits for a bounded time, then it names what there is', async () => {
  const { source, text } = setup({ renditionsExpected: () => 2, blockMsMax: 20 });
  source.play(1_000);
  expect(await text('index.m3u8')).toContain('\nsource/media.m3u8\n');
});

test('a request for a part waits until the playlist has it', async () => {
  const { stream, source, text } = setup();
  source.play(2_480);
  const asked = text(MEDIA, `${msn(1)}&_HLS_part=2`);
  await eventually(() => expect(stream.waiting).toBe(1));
  source.play(200);
  expect(await asked).toContain(`URI="part-${FIRST + 1}.2.m4s"`);
  expect(stream.waiting).toBe(0);
});

test('a request for a segment waits until it is complete', async () => {
  const { stream, source, text } = setup();
  source.play(2_480);
  const asked = text(MEDIA, msn(1));
  source.play(1_400);
  expect(stream.waiting).toBe(1);
  source.play(400);
  expect(await asked).toContain(`\nseg-${FIRST + 1}.m4s\n`);
});

test('a part that its segment never gets is the first of the next one', async () => {
  const { stream, source, text } = setup();
  source.play(2_480);
  const asked = text(MEDIA, `${msn(0)}&_HLS_part=40`);
  expect(await asked).toContain(`part-${FIRST + 1}.1.m4s`);
  const later = text(MEDIA, `${msn(1)}&_HLS_part=40`);
  source.play(1_600);
  expect(stream.waiting).toBe(1);
  source.play(200);
  expect(await later).toContain(`seg-${FIRST + 1}.m4s`);
});

test('the hinted part waits until it is complete, also where it becomes the first of another segment', async () => {
  const { stream, source, ask } = setup();
  source.play(2_480);
  const hinted = ask(`source/part-${FIRST + 1}.2.m4s`);
  await eventually(() => expect(stream.waiting).toBe(1));
  source.play(200);
  expect((await hinted).status).toBe(200);
  source.play(1_200);
  const [announced, never] = [10, 11].map((part) => ask(`source/part-${FIRST + 1}.${part}.m4s`));
  source.play(400);
  expect(await never).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } });
  const first = await announced!;
  expect(first.status).toBe(200);
  expect(first.body?.equals((await ask(`source/part-${FIRST + 2}.0.m4s`)).body!)).toBe(true);
  expect((await ask(`source/part-${FIRST + 9}.0.m4s`)).status).toBe(404);
});

test('a far future and a malformed question are refused at once', async () => {
  const { source, ask } = setup();
  source.play(2_480);
  for (const query of [msn(4), '_HLS_msn=x', '_HLS_part=1', `${msn(1)}&_HLS_part=-1`])
    expect(await ask(MEDIA, query), query).toMatchObject({ status: 400 });
});

test('who waits for too long is told to come again', async () => {
  const { stream, source, ask } = setup({ blockMsMax: 20 });
  expect((await ask('index.m3u8')).status).toBe(503);
  source.play(2_480);
  expect(await ask(MEDIA, msn(2))).toMatchObject({ status: 503, headers: { 'cache-control': 'no-store' } });
  expect((await ask(`source/part-${FIRST + 1}.2.m4s`)).status).toBe(503);
  expect(stream.waiting).toBe(0);
});

test('more waiting requests than the limit are turned away, and those that wait are served', async () => {
  const { stream, source, ask } = setup({ waitersMax: 10 });
  source.play(2_480);
  const asked = Array.from({ length: 30 }, () => ask(MEDIA, `${msn(1)}&_HLS_part=2`));
  await eventually(() => expect(stream.waiting).toBe(10));
  source.play(200);
  const statuses = (await Promise.all(asked)).map((answer) => answer.status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect(statuses.filter((status) => status === 503)).toHaveLength(20);
});

test('a request that is aborted leaves nothing behind', async () => {
  const { stream, source, ask } = setup();
  source.play(2_480);
  const abort = new AbortController();
  const { signal } = abort;
  const asked = [ask(MEDIA, msn(1), { signal }), ask(`source/part-${FIRST + 1}.2.m4s`, '', { signal })];
  await eventually(() => expect(stream.waiting).toBe(2));
  abort.abort();
  for (const answer of await Promise.all(asked)) expect(answer.body).toBeUndefined();
  expect(stream.waiting).toBe(0);
  expect((await ask(MEDIA, msn(1), { signal })).status).toBe(499);
});

test('what the token does not allow, and what there is not, gives no byte', async () => {
  const { stream, source, ask } = setup();
  makeTestSource({ sink: stream.rendition('360p'), chunkMs: 200 }).play(5_000);
  source.play(5_000);
  const allowed = ['360p'];
  for (const path of [MEDIA, `source/seg-${FIRST}.m4s`, `source/init-${FIRST}.mp4`, 'absent/media.m3u8'])
    expect(await ask(path, '', { allowed })).toEqual({
      status: 403,
      headers: { 'cache-control': 'no-store' },
    });
  expect((await ask('360p/media.m3u8', '', { allowed })).status).toBe(200);
  const unknown = await ask('absent/media.m3u8');
  expect([unknown.status, unknown.body]).toEqual([404, undefined]);
  const master = await ask('index.m3u8', '', { allowed });
  expect(String(master.body)).not.toContain('source');
  expect((await ask('index.m3u8', '', { allowed: [] })).status).toBe(404);
});

test('the viewer may narrow the renditions, not widen them', async () => {
  const { stream, source, ask } = setup();
  makeTestSource({ sink: stream.rendition('360p'), chunkMs: 200 }).play(5_000);
  source.play(5_000);
  const names = async (query: string, allowed?: readonly string[]) =>
    [...String((await ask('index.m3u8', query, { allowed })).body).matchAll(/\n(\w+)\/media/g)].map(
      (m) => m[1],
    );
  expect(await names('')).toEqual(['source', '360p']);
  expect(await names('renditions=360p')).toEqual(['360p']);
  expect(await names('renditions=360p,source', ['360p'])).toEqual(['360p']);
  expect((await ask('index.m3u8', 'renditions=nothing')).status).toBe(404);
});

test('renditions report each other, and a later one counts its segments as the others do', async () => {
  const { stream, source, text } = setup();
  source.play(5_000);
  const late = makeTestSource({ sink: stream.rendition('360p'), chunkMs: 200, startMs: 4_000 });
  late.play(900);
  expect(await text('360p/media.m3u8')).toContain(`#EXT-X-MEDIA-SEQUENCE:${FIRST + 2}\n`);
  source.play(200);
  const report = new RegExp(
    `RENDITION-REPORT:URI="../360p/media.m3u8",LAST-MSN=${FIRST + 2},LAST-PART=\\d\n`,
  );
  expect(await text(MEDIA)).toMatch(report);
  stream.removeRendition('360p');
  source.play(200);
  expect(await text(MEDIA)).not.toContain('360p');
});

test('at the end the playlist says so, and who waits is answered', async () => {
  const { stream, source, text, ask } = setup();
  source.play(2_480);
  const playlist = text(MEDIA, msn(1));
  const part = ask(`source/part-${FIRST + 1}.3.m4s`);
  stream.end();
  stream.end();
  expect(await playlist).toMatch(/#EXT-X-ENDLIST\n$/);
  expect((await part).status).toBe(404);
  expect(await text(MEDIA, msn(9))).toContain('#EXT-X-ENDLIST');
  const empty = setup();
  const waiting = empty.ask('index.m3u8');
  empty.stream.end();
  expect((await waiting).status).toBe(404);
});

test('the target duration never changes, and no segment that is named is longer', async () => {
  const { stream, text } = setup();
  const targets = new Set<string | undefined>();
  for (const keyEveryMs of [2_000, 8_333, 60_000]) {
    const name = `r${keyEveryMs}`;
    const source = makeTestSource({ sink: stream.rendition(name), chunkMs: 200, keyEveryMs });
    for (let i = 0; i < 8; i++) {
      source.play(5_000);
      const playlist = await text(`${name}/media.m3u8`);
      const target = /^#EXT-X-TARGETDURATION:(\d+)$/m.exec(playlist)?.[1];
      targets.add(target);
      for (const [, seconds] of playlist.matchAll(/^#EXTINF:([\d.]+),$/gm))
        expect(Math.round(Number(seconds))).toBeLessThanOrEqual(Number(target));
    }
  }
  expect([...targets]).toEqual(['4']);
});

test('who waits for a rendition that is taken away is answered', async () => {
  const { stream, source, ask } = setup();
  source.play(2_480);
  const asked = [ask(MEDIA, msn(1)), ask(`source/part-${FIRST + 1}.2.m4s`)];
  stream.removeRendition('source');
  expect((await Promise.all(asked)).map((answer) => answer.status)).toEqual([404, 404]);
});

test('answers say who may keep them, and no playlist holds a token', async () => {
  const { source, ask } = setup();
  source.play(5_000);
  const caching = async (path: string, query = '') => (await ask(path, query)).headers['cache-control'];
  expect(await caching('index.m3u8')).toBe('no-store');
  expect(await caching(MEDIA)).toBe('public, max-age=1');
  expect(await caching(MEDIA, msn(1))).toBe('public, max-age=6');
  for (const path of [`init-${FIRST}.mp4`, `seg-${FIRST}.m4s`, `part-${FIRST}.0.m4s`])
    expect(await caching(`source/${path}`)).toBe('public, max-age=60, immutable');
  expect((await ask(MEDIA, 'token=secret')).body?.includes('secret')).toBe(false);
});

test('a playlist is compressed for those who can read it', async () => {
  const { source, ask, text } = setup();
  source.play(5_000);
  const answer = await ask(MEDIA, '', { acceptsGzip: true });
  expect(answer.headers['content-encoding']).toBe('gzip');
  expect(String(gunzipSync(answer.body!))).toBe(await text(MEDIA));
  expect((await ask('index.m3u8', '', { acceptsGzip: true })).headers['content-encoding']).toBeUndefined();
});

test('requests and bytes are counted', async () => {
  const { stream, source, ask, tick } = setup();
  expect(stream.lastRequestMs).toBeUndefined();
  source.play(5_000);
  tick(500);
  const answer = await ask(`source/seg-${FIRST}.m4s`);
  expect([stream.lastRequestMs, stream.bytesSent]).toEqual([1_500, answer.body?.length]);
});

test('a stream that is made anew never gives other bytes to a name that caches know', async () => {
  const before = setup();
  before.source.play(5_000);
  const after = setup({ wallClock: () => WALL_MS + 5_000 });
  after.source.play(5_000, SPS_1080);
  const names = (playlist: string) =>
    [...playlist.matchAll(/(?:init|seg|part)-[\d.]+/g)].map((match) => match[0]);
  const known = new Set(names(await before.text(MEDIA)));
  expect(names(await after.text(MEDIA)).filter((name) => known.has(name))).toEqual([]);
});

test('an id that cannot stand in a path, and too many renditions, are refused to the caller', () => {
  const { stream } = setup();
  for (const id of ['', '../x', 'a/b', 'é', 'a'.repeat(33)])
    expect(() => stream.rendition(id)).toThrow('rendition');
  for (let i = 0; i < 15; i++) stream.rendition(`r${i}`);
  expect(() => stream.rendition('one-more')).toThrow('more than 16');
});

test('20,000 random requests are answered, without a throw, and leave nothing waiting', async () => {
  const { stream, source, ask } = setup({ blockMsMax: 5 });
  source.play(7_000);
  const random = seededRandom(20_000);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const number = () =>
    pick([`${FIRST + Math.floor(random() * 8)}`, '0', '-1', '1e9', '9'.repeat(30), '', 'x', '\0']);
  const name = () =>
    pick([
      'index.m3u8',
      'media.m3u8',
      `init-${number()}.mp4`,
      `seg-${number()}.m4s`,
      `part-${number()}.${pick(['0', '1', '3', '99999', number()])}.m4s`,
      '../..',
      '%2e%2e/',
      'é'.repeat(400),
    ]);
  const folder = () => pick(['', 'source/', '360p/', '../', '//', '/source/', '__proto__/', 'constructor/']);
  const query = () =>
    pick(['', `_HLS_msn=${number()}`, `_HLS_msn=${number()}&_HLS_part=${number()}`, `_HLS_skip=${number()}`]);
  const statuses = new Set<number>();
  for (let batch = 0; batch < 20; batch++) {
    const answers = Array.from({ length: 1_000 }, () => ask(folder() + name(), query()));
    for (const { status, body } of await Promise.all(answers)) {
      statuses.add(status);
      expect(body === undefined).toBe(status !== 200);
    }
  }
  expect([...statuses].toSorted()).toEqual([200, 400, 404, 503]);
  expect(stream.waiting).toBe(0);
});
