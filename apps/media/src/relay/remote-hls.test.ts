import { gzipSync } from 'node:zlib';
import { eventually } from '@klieg/testing/eventually';
import { expect, test } from 'vitest';
import type { AskNode, NodeAnswer } from './ask-node.ts';
import { makeRemoteHls } from './remote-hls.ts';

const requestOf = (path: string, query = '', cache?: string) => ({
  path,
  query: new URLSearchParams(query),
  allowed: undefined as readonly string[] | undefined,
  acceptsGzip: true,
  cache,
  signal: new AbortController().signal,
});

/** An origin that answers when it is told to. */
function makeOrigin() {
  const asked: string[] = [];
  const waiting: ((answer: NodeAnswer | undefined) => void)[] = [];
  const signals: AbortSignal[] = [];
  const ask: AskNode = ({ path, signal }) => {
    asked.push(path);
    if (signal) signals.push(signal);
    return new Promise((resolve) => void waiting.push(resolve));
  };
  return { asked, waiting, signals, ask };
}

const remoteOf = (ask: AskNode, bytesMax = 10_000, waitersMax = 100, now = () => 0) =>
  makeRemoteHls({ ask, now, bytesMax, waitersMax });
const good = (body: string, headers: Record<string, string> = {}): NodeAnswer => ({
  status: 200,
  headers,
  body: Buffer.from(body),
});

test('the origin is asked the question alone, and never the token', async () => {
  const origin = makeOrigin();
  const remote = remoteOf(origin.ask);
  const request = {
    ...requestOf('source/media.m3u8', 'token=st_secret&_HLS_msn=7&x=1'),
    allowed: ['source'],
  };
  const answer = remote.handle('http://origin', 's', request);
  expect(origin.asked).toEqual(['/live/hls/s/source/media.m3u8?_HLS_msn=7&']);
  const clock = { name: 'c', aheadMs: 7 };
  const headers = { 'content-encoding': 'gzip', 'x-stream-clock': 'c', 'x-stream-ahead': '7' };
  origin.waiting[0]!({ status: 200, headers, body: gzipSync('list') });
  expect(await answer).toMatchObject({ status: 200, headers: { 'content-encoding': 'gzip' }, clock });
  const plain = await remote.handle('http://origin', 's', { ...request, acceptsGzip: false });
  expect(plain).toEqual({ status: 200, headers: {}, clock, body: Buffer.from('list') });
  const master = {
    ...requestOf('index.m3u8', 'token=st_secret&renditions=source'),
    allowed: ['source', '240p'],
  };
  const lost = remote.handle('http://origin', 's', master);
  expect(origin.asked[1]).toBe('/live/hls/s/index.m3u8?renditions=source&allowed=source%2C240p');
  origin.waiting[1]!(undefined);
  expect(await lost).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
});

test('what many ask for at a time is fetched once, whatever their tokens, and kept for those who come later', async () => {
  const origin = makeOrigin();
  const remote = remoteOf(origin.ask);
  const asks = Array.from({ length: 50 }, (_, i) =>
    remote.handle('http://origin', 's', requestOf('source/part-7.1.m4s', `token=${i}`)),
  );
  expect(origin.asked).toHaveLength(1);
  expect(remote.figures).toMatchObject({ waiting: 50, asked: 1 });
  origin.waiting[0]!(good('part'));
  for (const { body } of await Promise.all(asks)) expect(String(body)).toBe('part');
  await remote.handle('http://origin', 's', requestOf('source/part-7.1.m4s'));
  expect(remote.figures).toEqual({ answered: 51, asked: 1, bytesSent: 204, bytes: 4, waiting: 0 });
  // Another origin is asked anew, and after the end of the name nothing of it is left.
  void remote.handle('http://other', 's', requestOf('source/part-7.1.m4s'));
  expect(origin.asked).toHaveLength(2);
  remote.forget('s');
  expect(remote.figures.bytes).toBe(0);
  origin.waiting[1]!(good('late'));
  await eventually(() => expect(remote.figures).toMatchObject({ waiting: 0, bytes: 0 }));
});

test('a rendition that the token does not allow is refused here, kept or not', async () => {
  const origin = makeOrigin();
  const remote = remoteOf(origin.ask);
  const request = { ...requestOf('source/seg-7.m4s'), allowed: ['240p'] };
  expect(await remote.handle('http://origin', 's', request)).toMatchObject({ status: 403 });
  expect(await remote.handle('http://origin', 's', requestOf('source/../x'))).toMatchObject({ status: 404 });
  expect(origin.asked).toEqual([]);
});

test('nothing is kept of refusals, and malformed questions are one question', async () => {
  const origin = makeOrigin();
  const remote = remoteOf(origin.ask);
  const forms = ['_HLS_msn=-1', '_HLS_msn=NaN', '_HLS_part=3', `_HLS_msn=${'9'.repeat(200)}`];
  const asks = forms.map((form) => remote.handle('http://origin', 's', requestOf('source/media.m3u8', form)));
  expect(origin.asked).toEqual(['/live/hls/s/source/media.m3u8?_HLS_msn=x']);
  origin.waiting[0]!({ status: 400, headers: {}, body: Buffer.alloc(0) });
  for (const { status } of await Promise.all(asks)) expect(status).toBe(400);
  const missing = remote.handle('http://origin', 's', requestOf('source/part-9999.1.m4s'));
  origin.waiting[1]!({ status: 404, headers: {}, body: Buffer.alloc(0) });
  expect(await missing).toMatchObject({ status: 404 });
  void remote.handle('http://origin', 's', requestOf('source/part-9999.1.m4s'));
  expect(origin.asked).toHaveLength(3);
  expect(remote.figures.bytes).toBe(0);
});

test('the origin is left when the last who waits has left, and no more wait than may', async () => {
  const origin = makeOrigin();
  const remote = remoteOf(origin.ask, 10_000, 2);
  const [one, two] = [new AbortController(), new AbortController()];
  const ask = ({ signal }: AbortController) =>
    remote.handle('http://origin', 's', { ...requestOf('source/part-7.1.m4s'), signal });
  const asks = [ask(one), ask(two)];
  expect(await ask(new AbortController())).toMatchObject({ status: 503 });
  one.abort();
  expect(await asks[0]).toMatchObject({ status: 499 });
  expect(origin.signals[0]!.aborted).toBe(false);
  two.abort();
  expect(await asks[1]).toMatchObject({ status: 499 });
  expect(origin.signals[0]!.aborted).toBe(true);
  void ask(new AbortController());
  expect(origin.asked).toHaveLength(2);
});

test('what is kept is bounded in bytes and in time', async () => {
  let nowMs = 0;
  const origin = makeOrigin();
  const remote = remoteOf(origin.ask, 10, 100, () => nowMs);
  for (let msn = 0; msn < 4; msn++) {
    const answer = remote.handle('http://origin', 's', requestOf(`source/seg-${msn}.m4s`));
    origin.waiting[msn]!(good('1234'));
    await answer;
  }
  expect(remote.figures.bytes).toBe(8);
  await remote.handle('http://origin', 's', requestOf('source/seg-3.m4s'));
  void remote.handle('http://origin', 's', requestOf('source/seg-0.m4s'));
  expect(origin.asked).toHaveLength(5);
  nowMs = 60_000;
  remote.sweep();
  expect(remote.figures.bytes).toBe(0);
});

test('the past is asked for by each player, with what its token allows', async () => {
  const origin = makeOrigin();
  const remote = remoteOf(origin.ask);
  const request = { ...requestOf('source/past.m3u8', 'token=st_secret&from=7'), allowed: ['source'] };
  const asks = [0, 1].map(() => remote.handlePast('http://origin', 's', request));
  expect(origin.asked).toEqual(Array(2).fill('/live/hls/s/source/past.m3u8?from=7&allowed=source'));
  for (const answer of origin.waiting) answer(good('list'));
  for (const { body } of await Promise.all(asks)) expect(String(body)).toBe('list');
});

test('behind a cache the first reader goes at once, and the others when the cache has been answered', async () => {
  const origin = makeOrigin();
  const remote = remoteOf(origin.ask);
  const request = requestOf('source/media.m3u8', '_HLS_msn=7&_HLS_part=1', 'nginx');
  await remote.turn('s', request);
  let through = 0;
  for (let i = 0; i < 5; i++) void remote.turn('s', request).then(() => (through += 1));
  const fetched = remote.handle('http://origin', 's', request);
  expect(through).toBe(0);
  origin.waiting[0]!({ status: 200, headers: {}, body: Buffer.from('x') });
  await fetched;
  await eventually(() => expect(through).toBe(5));
  // What is not kept, and a cache that has the thing already, hold nobody for long.
  await remote.turn('s', requestOf('index.m3u8', '', 'nginx'));
  await remote.turn('s', requestOf('source/media.m3u8', '', 'nginx'));
  await remote.turn('s', requestOf('source/seg-1.m4s', '', 'nginx'));
  await remote.turn('s', requestOf('source/seg-1.m4s', '', 'nginx'));
});

test('a packed list of which something is missing is none, and the next question is asked anew', async () => {
  const origin = makeOrigin();
  const remote = remoteOf(origin.ask);
  const plain = { ...requestOf('source/media.m3u8'), acceptsGzip: false };
  const packed = gzipSync('#EXTM3U');
  const headers = { 'content-encoding': 'gzip' };
  for (const body of [packed.subarray(0, 12), Buffer.from('no list'), Buffer.alloc(0)]) {
    for (const [at, handle] of [remote.handle, remote.handlePast].entries()) {
      const before = origin.waiting.length;
      const asked = handle('http://origin', `s${at}`, plain);
      origin.waiting[before]!({ status: 200, headers, body });
      expect(await asked).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    }
  }
  const bomb = remote.handlePast('http://origin', 's', plain);
  origin.waiting.at(-1)!({ status: 200, headers, body: gzipSync(Buffer.alloc(40 * 2 ** 20)) });
  expect(await bomb).toMatchObject({ status: 503 });
  const good = remote.handle('http://origin', 's0', plain);
  origin.waiting.at(-1)!({ status: 200, headers, body: packed });
  expect(String((await good).body)).toBe('#EXTM3U');
});

test('what is unpacked for those who need it counts for what is kept', async () => {
  const origin = makeOrigin();
  const remote = remoteOf(origin.ask, 60);
  const packed = gzipSync('#'.repeat(50));
  const ask = (stream: string) =>
    remote.handle('http://origin', stream, { ...requestOf('source/media.m3u8'), acceptsGzip: false });
  const first = ask('a');
  origin.waiting[0]!({ status: 200, headers: { 'content-encoding': 'gzip' }, body: packed });
  expect((await first).body).toHaveLength(50);
  // Both forms are more than may be kept.
  expect(remote.figures.bytes).toBe(0);
  void ask('a');
  expect(origin.asked).toHaveLength(2);
});
