import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { afterEach, describe, expect, test } from 'vitest';
import { isNginxInstalled, startLiveNginx } from '../testing/live-nginx.ts';
import { type HlsStream, makeHlsStream, parseHlsPath } from './index.ts';
import { makeTestSource } from './testing/test-source.ts';

const READERS = 60;

/** Stands for the media process: rights by a list of tokens, HLS by the real stream. */
async function startOrigin(stream: HlsStream, tokens: ReadonlySet<string>) {
  const counts = { auth: 0, hls: 0 };
  const others: string[] = [];

  const serveAuth = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    counts.auth += 1;
    const url = new URL(String(request.headers['x-original-uri']), 'http://media');
    const path = parseHlsPath(url.pathname)?.path ?? '';
    const cache = String(request.headers['x-live-cache']);
    const isEntitled = () => tokens.has(url.searchParams.get('token') ?? '');
    if (isEntitled()) await stream.turn({ path, query: url.searchParams, cache });
    response.writeHead(isEntitled() ? 204 : 403).end();
  };

  const serveHls = async (url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    counts.hls += 1;
    const address = parseHlsPath(url.pathname);
    if (!tokens.has(url.searchParams.get('token') ?? '')) return void response.writeHead(403).end();
    const abort = new AbortController();
    response.on('close', () => abort.abort());
    const { status, headers, body } = await stream.handle({
      path: address?.path ?? '',
      query: url.searchParams,
      allowed: undefined,
      acceptsGzip: request.headers['accept-encoding'] === 'gzip',
      cache: request.headers['x-live-cache'] as string | undefined,
      signal: abort.signal,
    });
    response.writeHead(status, headers).end(body);
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://media');
    if (url.pathname === '/live/auth') return void serveAuth(request, response);
    if (url.pathname.startsWith('/live/hls/')) return void serveHls(url, request, response);
    others.push(`${request.method} ${request.url}`);
    request.pipe(response.writeHead(201, { location: '/live/whip/x' }));
  });
  server.on('upgrade', (request, socket) => {
    others.push(`upgrade ${request.url}`);
    socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\nhello');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, counts, others, port: (server.address() as AddressInfo).port };
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function setup() {
  const tokens = new Set(['good', ...Array.from({ length: READERS }, (_, i) => `reader-${i}`)]);
  const stream = makeHlsStream({ now: () => performance.now(), wallClock: () => Date.now() });
  const source = makeTestSource({ sink: stream.rendition('source'), chunkMs: 200, pictureBytes: 2_000 });
  source.play(2_500);
  const origin = await startOrigin(stream, tokens);
  const nginx = await startLiveNginx(origin.port);
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const send = (
    path: string,
    options: { method?: string; body?: string; headers?: Record<string, string> } = {},
  ) =>
    new Promise<Answer>((resolve, reject) => {
      const { body: sent, ...rest } = options;
      const request = httpRequest(
        { host: '127.0.0.1', port: nginx.port, path, agent, ...rest },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            const { statusCode: status = 0, headers } = response;
            resolve({ status, headers, body: Buffer.concat(chunks) });
          });
        },
      );
      request.on('error', reject);
      request.on('upgrade', ({ statusCode: status = 0, headers }, socket, head) => {
        // What follows may come in a piece of its own.
        const parts: Buffer[] = [head];
        socket.on('data', (part: Buffer) => void parts.push(part));
        socket.on('end', () => {
          socket.destroy();
          resolve({ status, headers, body: Buffer.concat(parts) });
        });
      });
      request.end(sent);
    });
  closers.push(async () => {
    stream.end();
    agent.destroy();
    nginx.stop();
    origin.server.closeAllConnections();
    await new Promise((resolve) => origin.server.close(resolve));
  });
  return { ...origin, tokens, source, send };
}

/** Segment and number of the part that a playlist hints at. */
const hintOf = (playlist: string): [msn: string, part: string] => {
  const [, msn = '', part = ''] = /PRELOAD-HINT:TYPE=PART,URI="part-(\d+)\.(\d+)/.exec(playlist) ?? [];
  return [msn, part];
};
const lastPartOf = (playlist: string): string => [...playlist.matchAll(/"(part-[^"]+)"/g)].at(-2)?.[1] ?? '';

describe.skipIf(!isNginxInstalled)('the shipped nginx configuration', () => {
  test.runIf(isFullRun)(
    'sixty readers who wait for each part cost the media process what one does',
    async () => {
      const { send, source, counts } = await setup();
      const folder = '/live/hls/stream/source';
      let playlist = String((await send(`${folder}/media.m3u8?token=good`)).body);
      counts.hls = 0;
      let asked = 0;
      for (let round = 0; round < 15; round++) {
        const [msn, part] = hintOf(playlist);
        const before = counts.auth;
        const waiting = Array.from({ length: READERS }, (_, i) =>
          send(`${folder}/media.m3u8?token=reader-${i}&_HLS_msn=${msn}&_HLS_part=${part}`),
        );
        await eventually(() => expect(counts.auth - before).toBe(READERS));
        source.play(200);
        const playlists = await Promise.all(waiting);
        expect(new Set(playlists.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
        playlist = String(playlists[0]!.body);
        expect(playlist).toMatch(/^#EXTM3U/);
        const name = lastPartOf(playlist);
        const parts = await Promise.all(
          Array.from({ length: READERS }, (_, i) => send(`/live/hls/t/reader-${i}/stream/source/${name}`)),
        );
        expect(parts.every(({ status, body }) => status === 200 && body.equals(parts[0]!.body))).toBe(true);
        expect(parts[0]!.body.length).toBeGreaterThan(2_000);
        asked += playlists.length + parts.length;
      }
      expect(asked).toBe(15 * 2 * READERS);
      expect(asked / counts.hls).toBeGreaterThanOrEqual(40);
    },
  );

  test('an expired token gets 403 and no byte of what is in the cache', async () => {
    const { send, tokens, counts } = await setup();
    const playlist = String((await send('/live/hls/stream/source/media.m3u8?token=good')).body);
    const paths = ['media.m3u8', lastPartOf(playlist), /URI="(init[^"]+)"/.exec(playlist)?.[1] ?? ''];
    for (const path of paths)
      expect((await send(`/live/hls/stream/source/${path}?token=good`)).status, path).toBe(200);
    const fetched = counts.hls;
    tokens.delete('good');
    for (const path of paths)
      for (const url of [
        `/live/hls/stream/source/${path}?token=good`,
        `/live/hls/t/good/stream/source/${path}`,
        `/live/hls/stream/source/${path}?token=good&token=reader-1`,
        `/live/hls/stream/source/${path}?x=&TOKEN=bad`,
        `/live/hls/stream/source/${path}`,
      ]) {
        const { status, body, headers } = await send(url);
        expect([status, body.length, headers['content-length']], url).toEqual([403, 0, '0']);
      }
    expect(counts.hls).toBe(fetched);
    expect((await send(`/live/hls/t/reader-1/stream/source/${paths[1]}`)).status).toBe(200);
    expect(counts.hls).toBe(fetched);
  });

  test('a question in a strange spelling does not change what others get', async () => {
    const { send, source } = await setup();
    const folder = '/live/hls/stream/source';
    const ask = async (query: string) => String((await send(`${folder}/media.m3u8?token=good${query}`)).body);
    const [msn, part] = hintOf(await ask(''));
    await ask(`&_hls_MSN=${Number(msn) - 1}&_HLS_part=x`);
    await ask(`&%5FHLS_msn=${msn}&%5FHLS_part=${part}`);
    const waiting = ask(`&_HLS_msn=${msn}&_HLS_part=${part}`);
    source.play(200);
    const [gotMsn, gotPart] = hintOf(await waiting);
    expect(Number(gotMsn) * 1_000 + Number(gotPart)).toBeGreaterThan(Number(msn) * 1_000 + Number(part));
  });

  test('those who cannot read gzip get a plain playlist, others a compressed one, of one fetched', async () => {
    const { send, counts } = await setup();
    const path = '/live/hls/stream/source/media.m3u8?token=good';
    const compressed = await send(path, { headers: { 'accept-encoding': 'gzip, br' } });
    const plain = await send(path);
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(String(plain.body)).toMatch(/^#EXTM3U/);
    expect(counts.hls).toBe(1);
  });

  test('the first playlist is asked for each token anew', async () => {
    const { send, counts } = await setup();
    for (const url of [
      '/live/hls/stream/index.m3u8?token=good',
      '/live/hls/t/reader-2/stream/index.m3u8',
      '/live/hls/t/over/stream/index.m3u8?token=good',
    ])
      expect(String((await send(url)).body)).toContain('source/media.m3u8');
    expect(counts.hls).toBe(3);
  });

  test('sockets, WHIP and WHEP pass through, and nothing else does', async () => {
    const { send, others } = await setup();
    const socket = await send('/live/ws/stream?token=good', {
      headers: { connection: 'upgrade', upgrade: 'websocket' },
    });
    expect([socket.status, String(socket.body)]).toEqual([101, 'hello']);
    const publisher = await send('/live/ingest?token=good', {
      headers: { connection: 'upgrade', upgrade: 'websocket' },
    });
    expect([publisher.status, String(publisher.body)]).toEqual([101, 'hello']);
    for (const path of ['/live/whip', '/live/whep/stream']) {
      const answer = await send(path, {
        method: 'POST',
        body: 'v=0',
        headers: { authorization: 'Bearer x' },
      });
      expect([answer.status, String(answer.body)]).toEqual([201, 'v=0']);
    }
    expect(others).toEqual([
      'upgrade /live/ws/stream?token=good',
      'upgrade /live/ingest?token=good',
      'POST /live/whip',
      'POST /live/whep/stream',
    ]);
    for (const path of [
      '/live/auth',
      '/live-auth',
      '/internal/stats',
      '/live/hls/../../internal/stats',
      '/metrics',
      '/live/whip/..\\..\\metrics',
      '/live/ingest/more',
    ])
      expect((await send(path)).status, path).toBe(404);
    expect(others).toHaveLength(4);
  });
});
