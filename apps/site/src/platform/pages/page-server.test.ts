import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { silentLog } from '@klieg/kernel';
import { gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { makeBrake } from '../http/index.ts';
import { makeVisitorOf } from '../visitors/index.ts';
import { makePageHandler, type PageServerOptions, type RenderInput } from './page-server.ts';

const apps: ReturnType<typeof Fastify>[] = [];
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())));

const visitorOf = makeVisitorOf({
  hops: 1,
  isProxy: () => true,
  countryHeader: undefined,
  regionHeader: undefined,
  findPlace: undefined,
});

/** A server whose pages are made here; what each render was given is kept. */
async function serve(
  page: (input: RenderInput) => Promise<Response> | Response,
  more: Partial<PageServerOptions> = {},
) {
  const seen: RenderInput[] = [];
  const app = Fastify();
  apps.push(app);
  const handle = makePageHandler({
    render: async (input) => {
      seen.push(input);
      return page(input);
    },
    sharedPageOf: ({ url }) =>
      url.startsWith('/own')
        ? undefined
        : {
            key: url.split('?')[0]!,
            path: url.split('?')[0]!,
            headers: { host: 'klieg.example', cookie: 'theme=dark' },
          },
    isIndexed: () => true,
    originOf: () => 'https://klieg.example',
    visitorOf,
    isGenerousToLoopback: false,
    renderMs: 20_000,
    brake: makeBrake(),
    isSecure: true,
    frameHosts: [],
    connectHosts: [],
    log: silentLog,
    ...more,
  });
  app.get('/*', (request, reply) => handle(request, reply));
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
  return { app, get, seen };
}

const html = (text: string) =>
  new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' } });
const nonceOf = (policy: unknown) => /'nonce-([\w-]+)'/.exec(String(policy))![1]!;

test('each answer has a nonce of its own, also out of the cache, and no cache on the way may keep it', async () => {
  const { get, seen } = await serve(({ nonceMark }) =>
    html(`<script nonce="${nonceMark}"></script>${'words '.repeat(400)}<style nonce="${nonceMark}"></style>`),
  );
  const answers = await Promise.all(
    [{}, { 'accept-encoding': 'gzip' }, {}, { 'accept-encoding': 'br, gzip' }].map((headers) =>
      get('/', headers),
    ),
  );
  expect(seen).toHaveLength(1);
  const nonces = answers.map(({ headers, rawPayload }) => {
    const nonce = nonceOf(headers['content-security-policy']);
    const text =
      headers['content-encoding'] === 'gzip' ? gunzipSync(rawPayload).toString() : rawPayload.toString();
    expect(text).toContain(`<script nonce="${nonce}">`);
    expect(text).toContain(`<style nonce="${nonce}">`);
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers['vary']).toContain('Accept-Encoding');
    return nonce;
  });
  expect(new Set(nonces).size).toBe(4);
  expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual([
    undefined,
    'gzip',
    undefined,
    'gzip',
  ]);
});

test('an address that cannot be read is not rendered, and the brake counts it', async () => {
  const held: string[] = [];
  const brake = { hold: async (network: string) => void held.push(network) };
  const { app, get, seen } = await serve(() => html('page'), { brake });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const headers = { 'x-forwarded-for': '203.0.113.7' };
  for (const path of ['/\\[', '/\\a:b:c/', '///\\[']) {
    const [response] = (await once(
      request({ host: '127.0.0.1', port, path, headers }).end(),
      'response',
    )) as [IncomingMessage];
    let text = '';
    for await (const chunk of response) text += String(chunk);
    // This server is without the site's answer for refusals: it tells their code.
    expect(text).toContain('common.not_found');
  }
  expect(held).toEqual(Array(3).fill('203.0.113.7'));
  expect(seen).toEqual([]);
  expect((await get('/girls')).body).toBe('page');
});

test('what a visitor wrote never becomes a nonce: the mark is another one for each render', async () => {
  const marks = new Set<string>();
  const { get } = await serve(({ nonceMark, request }) => {
    // A visitor who has seen every earlier page writes its mark and its nonce.
    const written = [...marks, 'kliegNonceMark0000000000'].join(' ');
    marks.add(nonceMark);
    return html(`<p>${written}</p><script nonce="${nonceMark}">${new URL(request.url).pathname}</script>`);
  });
  for (let n = 0; n < 5; n++) {
    const { headers, body } = await get(`/${n}`);
    expect(body.split(nonceOf(headers['content-security-policy']))).toHaveLength(2);
  }
  expect(marks.size).toBe(5);
});

test('the render of a shared page sees what the page depends on, and nothing of who asked', async () => {
  const { get, seen } = await serve(() => html('page'));
  await get('/girls?utm_source=x', {
    cookie: 'session=secret; theme=light',
    authorization: 'Bearer secret',
    'user-agent': 'Strange/1',
    'accept-language': 'fr',
    'x-forwarded-for': '203.0.113.5',
  });
  const [{ request, visitor }] = seen as [RenderInput];
  expect(request.url).toBe('https://klieg.example/girls');
  expect(Object.fromEntries(request.headers)).toEqual({ host: 'klieg.example', cookie: 'theme=dark' });
  expect(visitor.headers.cookie).toBe('theme=dark');
  expect(visitor.headers.authorization).toBeUndefined();
  expect(visitorOf(visitor).address).toBe('203.0.113.5');
});

test('variants of an address that mean the same page are one render', async () => {
  const { get, seen } = await serve(() => html('page'));
  await Promise.all(Array.from({ length: 50 }, (_, n) => get(`/?x=${n}`)));
  expect(seen).toHaveLength(1);
});

test('one network that asks for very many pages waits for itself; pages out of the cache go on', async () => {
  const { get, seen } = await serve(() => html('page'), {
    limits: { runningMax: 2, waitingMax: 20, waitingOfOne: 8, burst: 10, perSecond: 0.001 },
  });
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const statuses: number[] = [];
  for (let n = 0; n < 15; n++) statuses.push((await get(`/greedy_${n}`, from('203.0.113.5'))).statusCode);
  expect(statuses).toEqual([...Array<number>(10).fill(200), ...Array<number>(5).fill(429)]);
  const refused = await get('/greedy_99', from('203.0.113.5'));
  expect(refused.headers['retry-after']).toBe('5');
  expect(refused.body).toContain('comes back by itself');
  expect((await get('/other', from('198.51.100.7'))).statusCode).toBe(200);
  expect((await get('/other', from('203.0.113.5'))).headers['x-cache']).toBe('hit');
  expect((await get('/own', from('203.0.113.5'))).statusCode).toBe(429);
  expect(seen).toHaveLength(11);
});

test('personal pages are rendered for each, with their cookies, and kept nowhere', async () => {
  const { get, seen } = await serve(() => html('own page'));
  for (const session of ['a', 'b'])
    expect((await get('/own', { cookie: `session=${session}` })).headers['cache-control']).toBe(
      'private, no-store',
    );
  expect(seen.map(({ visitor }) => visitor.headers.cookie)).toEqual(['session=a', 'session=b']);
});

test('a page that took too long, that failed or that came out empty is told as a page, and is not kept', async () => {
  let next: () => Promise<Response> = async () => html('page');
  const { get } = await serve(() => next());
  const isOver = ({ request }: { readonly request: Request }) =>
    new Promise<void>((resolve) => request.signal.addEventListener('abort', () => resolve()));
  const own = await serve(
    async (input) => {
      await isOver(input);
      if (input.request.url.endsWith('/own/thrown')) throw input.request.signal.reason as Error;
      return new Response(null, { status: 500 });
    },
    { renderMs: 20 },
  );
  for (const path of ['/own/thrown', '/own/empty', '/slow']) {
    const { statusCode, headers, body } = await own.get(path);
    expect([statusCode, headers['content-type'], headers['retry-after']]).toEqual([
      503,
      'text/html; charset=utf-8',
      '5',
    ]);
    expect(body).toContain('This page took too long to put together.');
    expect(body).toContain('http-equiv="refresh"');
  }
  for (const fail of [
    () => Promise.reject(new Error('rendering ended with 1')),
    async () => new Response(null, { status: 500 }),
  ]) {
    next = fail;
    const { statusCode, headers, body } = await get('/fails');
    expect([statusCode, headers['content-type']]).toEqual([500, 'text/html; charset=utf-8']);
    expect(body).toContain('Something went wrong on our side');
    expect(body).not.toContain('http-equiv="refresh"');
  }
  next = async () => html('page');
  expect((await get('/fails')).body).toBe('page');
});
