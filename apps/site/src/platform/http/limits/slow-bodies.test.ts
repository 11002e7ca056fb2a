import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError, silentLog } from '@klieg/kernel';
import { howMany, isFullRun } from '@klieg/testing/run-length';
import { afterAll, expect, test } from 'vitest';
import { makeHttpServer } from '../http-server.ts';

const BODY_MS = 300;
const app = makeHttpServer({ log: silentLog, bodies: { bodyMs: BODY_MS, fileBytesMin: 1_000 } });
app.post('/usual', async () => ({ status: 1 }));
const onRequest = async (): Promise<never> => Promise.reject(new AppError('common.not_found'));
app.post('/refused', { onRequest }, async () => ({ status: 1 }));
app.register((scope, _options, done) => {
  scope.addContentTypeParser('application/octet-stream', (_request, _payload, parsed) => parsed(null));
  const file = { bodyLimit: 2 ** 30, config: { takesFile: true } };
  const count = async (raw: IncomingMessage): Promise<number> => {
    let bytes = 0;
    for await (const chunk of raw) bytes += (chunk as Buffer).length;
    return bytes;
  };
  scope.put('/file', file, async ({ raw }) => ({ bytes: await count(raw) }));
  scope.put('/full-disk', file, async ({ raw }) => {
    await delay(4 * BODY_MS);
    return { bytes: await count(raw) };
  });
  done();
});
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;
afterAll(() => app.close());

/** A request whose body comes as it is written; answers its status and text, 0 where the line was cut. */
function open(method: string, path: string, type: string) {
  const headers = { 'content-type': type, 'transfer-encoding': 'chunked' };
  const request: ClientRequest = httpRequest({ host: '127.0.0.1', port, method, path, headers });
  const answer = once(request, 'response').then(
    async ([response]: IncomingMessage[]) => {
      let text = '';
      for await (const chunk of response!) text += String(chunk);
      return [response!.statusCode, text] as const;
    },
    () => [0, ''] as const,
  );
  request.on('error', () => undefined);
  return { request, answer };
}

const BINARY = 'application/octet-stream';

test('an ordinary body that never ends is sent away, however steadily it comes', async () => {
  const { request, answer } = open('POST', '/usual', 'application/json');
  const timer = setInterval(() => request.write(' '.repeat(2_000)), BODY_MS / 10);
  expect((await answer)[0]).toBe(408);
  clearInterval(timer);
});

test('a file may take as long as it goes on coming', async () => {
  const { request, answer } = open('PUT', '/file', BINARY);
  for (let part = 0; part < 20; part += 1) {
    request.write(Buffer.alloc(1_000));
    await delay(BODY_MS / 5);
  }
  request.end();
  expect(await answer).toEqual([200, '{"bytes":20000}']);
});

test.each([
  ['stops', 0],
  ['trickles', 10],
])('a file that %s is sent away', async (_how, bytes) => {
  const { request, answer } = open('PUT', '/file', BINARY);
  request.write(Buffer.alloc(5_000));
  const timer = setInterval(() => bytes > 0 && request.write(Buffer.alloc(bytes)), BODY_MS / 5);
  expect((await answer)[0]).toBe(408);
  clearInterval(timer);
});

test("a file that waits for our own disk is not its sender's fault", async () => {
  const { request, answer } = open('PUT', '/full-disk', BINARY);
  request.end(Buffer.alloc(4_000_000));
  expect(await answer).toEqual([200, '{"bytes":4000000}']);
});

const SILENT = [
  ['never ends its headers', 'POST /usual HTTP/1.1\r\nHost: localhost\r\n'],
  ['says nothing', ''],
] as const;
test.runIf(isFullRun).each(SILENT.slice(0, howMany(1, 2)))(
  'a connection that %s ends after five seconds and a little',
  async (_what, text) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined).resume();
    socket.write(text);
    const startedAt = performance.now();
    await once(socket, 'close');
    expect(performance.now() - startedAt).toBeGreaterThan(4_500);
    expect(performance.now() - startedAt).toBeLessThan(12_000);
  },
  20_000,
);

test('a connection whose body was not read to its end is not kept for another request', async () => {
  const { request } = open('POST', '/refused', 'application/json');
  request.write('{');
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect([response.statusCode, response.headers.connection]).toEqual([404, 'close']);
  request.destroy();
  const whole = await fetch(`http://127.0.0.1:${port}/usual`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect([whole.status, whole.headers.get('connection')]).toEqual([200, 'keep-alive']);
});
