import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { internalMediaKey } from '@klieg/contract/media';
import { silentLog } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { afterEach, expect, test } from 'vitest';
import { type HttpPorts, makeHttpServer } from './http-server.ts';

const SECRET = Buffer.alloc(32, 9);
const PAGE = 'https://klieg.example';

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

async function start(ports: Partial<HttpPorts> = {}): Promise<string> {
  server = makeHttpServer({
    secret: SECRET,
    allowedOrigins: [PAGE],
    log: silentLog,
    whip: async (request) => ({ status: 200, body: (await request.readBody(10)) ?? 'too long' }),
    whep: async (request) => ({ status: 201, body: request.path }),
    hls: async () => undefined,
    renewHls: (_url, fresh) => fresh === 'good',
    mayRead: async (url) => url.searchParams.get('token') === 'good',
    acceptUpgrade: (_request, socket) => socket.destroy(),
    findThumbnail: (name, { width, kind }) => (name === 'a' ? Buffer.from(`${kind} ${width}`) : undefined),
    stats: () => ({ ok: true }),
    metrics: () => 'figures',
    ...ports,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('pages of the site may publish, pages of others may not (LIVE-VIDEO-029)', async () => {
  const base = await start();
  const ask = (origin: string, method: string) => fetch(`${base}/live/whip`, { method, headers: { origin } });
  const preflight = await ask(PAGE, 'OPTIONS');
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe(PAGE);
  expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
  expect((await ask('https://evil.example', 'OPTIONS')).status).toBe(403);
  const foreign = await ask('https://evil.example', 'POST');
  expect(foreign.status).toBe(403);
  expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
});

test('a body beyond its limit is not read on, and the connection is not used again', async () => {
  const base = await start();
  const body = new ReadableStream({
    async pull(controller) {
      // Endless, and yet the server in this process gets its turns.
      await new Promise(setImmediate);
      controller.enqueue(new TextEncoder().encode('12345678'));
    },
  });
  const response = await fetch(`${base}/live/whip`, { method: 'POST', body, duplex: 'half' } as RequestInit);
  expect(await response.text()).toBe('too long');
  expect(response.headers.get('connection')).toBe('close');
});

test('what is internal looks absent without the key', async () => {
  const base = await start();
  const get = (path: string, key?: string, method = 'GET') =>
    fetch(base + path, { method, headers: key ? { 'x-internal-secret': key } : {} });
  const key = internalMediaKey(SECRET);
  expect(await (await get('/internal/thumb/a?w=640', key)).text()).toBe('jpg 640');
  expect(await (await get('/internal/thumb/a?w=9999&kind=gif', key)).text()).toBe('jpg 320');
  const webp = await get('/internal/thumb/a?w=160&kind=webp', key);
  expect([webp.headers.get('content-type'), await webp.text()]).toEqual(['image/webp', 'webp 160']);
  for (const [path, given, method] of [
    ['/internal/thumb/a', undefined, 'GET'],
    ['/internal/thumb/a', 'x'.repeat(key.length), 'GET'],
    ['/internal/stats', SECRET.toString('hex'), 'GET'],
    ['/internal/stats', key, 'POST'],
    ['/internal/other', key, 'GET'],
    ['/internal/thumb/b', key, 'GET'],
    ['/elsewhere', key, 'GET'],
  ] as const)
    expect((await get(path, given, method)).status).toBe(404);
});

/** Sends a target as it stands and reads the line that answers it. */
async function lineFor(base: string, target: string, more = ''): Promise<string> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.write(`GET ${target} HTTP/1.1\r\nHost: media\r\n${more}Connection: close\r\n\r\n`);
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text.split('\r\n')[0] ?? '';
}

test('a path is taken as it is: one that would have to be put right is none', async () => {
  const base = await start({ mayRead: async () => true });
  for (const target of [
    '/live/../metrics',
    '/live/%2e%2e/metrics',
    '/live/..\\metrics',
    '/live/hls/..\\..\\metrics',
    '/live/whip/../../healthz',
    'http://media/metrics',
    '//media/metrics',
    '/\\[',
  ])
    expect([target, await lineFor(base, target)]).toEqual([target, 'HTTP/1.1 404 Not Found']);
  const authOf = (uri: string) => lineFor(base, '/live/auth', `X-Original-URI: ${uri}\r\n`);
  expect(await authOf('/live/hls/a/index.m3u8')).toContain('204');
  expect(await authOf('/live/hls/b/../a/index.m3u8')).toContain('403');
});

test('health and figures are for whoever comes directly or has the key, not through a proxy', async () => {
  const base = await start();
  const statusOf = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(base + path, { headers })).status;
  const forwarded = { 'x-forwarded-for': '203.0.113.7' };
  for (const path of ['/metrics', '/healthz', '/readyz']) {
    expect(await statusOf(path)).toBe(200);
    expect(await statusOf(path, forwarded)).toBe(404);
    expect(await statusOf(path, { forwarded: 'for=203.0.113.7' })).toBe(404);
    expect(await statusOf(path, { ...forwarded, 'x-internal-secret': internalMediaKey(SECRET) })).toBe(200);
  }
});

test('a bug answers 500 without its words, and the process goes on', async () => {
  const base = await start({ whip: () => Promise.reject(new Error('secret words')) });
  const response = await fetch(`${base}/live/whip`, { method: 'POST' });
  expect(response.status).toBe(500);
  expect(await response.text()).toBe('');
  expect(await (await fetch(`${base}/metrics`)).text()).toBe('figures');
});

test('of a body that a reader leaves in the middle, what the transport has taken is counted: S11', async () => {
  const stretch = 16 * 2 ** 20;
  const body = Buffer.alloc(4 * stretch);
  const counted: number[] = [];
  const base = await start({
    hls: async () => ({
      status: 200,
      headers: {},
      body,
      counted: [1, 2, 3, 4].map((nth) => ({ until: nth * stretch, onHandedOver: () => counted.push(nth) })),
    }),
  });
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.write('GET /live/hls/a/source/seg-1.m4s HTTP/1.1\r\nHost: media\r\n\r\n');
  let got = 0;
  // More than a half of it, which is less than stretches that the kernel would still hold.
  for await (const chunk of socket) if ((got += (chunk as Buffer).length) > 2.2 * stretch) break;
  socket.destroy();
  await eventually(
    () =>
      new Promise<void>((resolve, reject) => {
        server!.getConnections((_error, count) =>
          count === 0 ? resolve() : reject(new Error('still open')),
        );
      }),
  );
  expect(counted.slice(0, 2)).toEqual([1, 2]);
  expect(counted).not.toContain(4);
  // A whole one is counted as a whole, and comes as it is.
  counted.length = 0;
  const whole = await fetch(`${base}/live/hls/a/source/seg-1.m4s`);
  expect((await whole.arrayBuffer()).byteLength).toBe(body.length);
  expect(counted).toEqual([1, 2, 3, 4]);
});

test('a reader who takes nothing of an answer is let go of', async () => {
  const answerMsMax = 50;
  const hls = async () => ({ status: 200, headers: {}, body: Buffer.alloc(64 * 2 ** 20) });
  const base = await start({ hls, answerMsMax });
  const ended = once(server!, 'connection').then(([socket]) => once(socket as Socket, 'close'));
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  socket.on('error', () => {}).pause();
  socket.write('GET /live/hls/a/source/seg-1.m4s HTTP/1.1\r\nHost: media\r\n\r\n');
  await ended;
  socket.destroy();
});

test('a page of the site renews the token of an address with a bearer, others may not (LIVE-VIDEO-034)', async () => {
  const base = await start();
  const ask = async (origin: string, token: string) => {
    const headers = { origin, authorization: `Bearer ${token}` };
    return (await fetch(`${base}/live/hls/t/old/room/token`, { method: 'POST', headers })).status;
  };
  expect(await ask(PAGE, 'good')).toBe(204);
  expect(await ask(PAGE, 'bad')).toBe(403);
  expect(await ask('https://others.example', 'good')).toBe(403);
});
