import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError, silentLog } from '@klieg/kernel';
import { EVENTUALLY_MS } from '@klieg/testing/eventually';
import type { FastifyInstance } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { makeHttpServer } from './http-server.ts';
import { readRest } from './limits/index.ts';

async function start(bodyMs: number): Promise<FastifyInstance> {
  const app = makeHttpServer({ log: silentLog, bodies: { bodyMs, fileBytesMin: 1_000 } });
  const onRequest = async (): Promise<never> => Promise.reject(new AppError('common.not_found'));
  app.post('/stranger', { onRequest }, async () => ({ status: 1 }));
  app.post('/usual', async () => ({ status: 1 }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app;
}
const patient = await start(EVENTUALLY_MS);
const hasty = await start(300);
/** One connection, so that what is left of a body would be taken for the next request. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterAll(async () => {
  agent.destroy();
  await Promise.all([patient.close(), hasty.close()]);
});

/** Sends parts of a body whose size is declared before; the next part only when the one before has left. */
async function send(path: string, declared: number, parts: readonly Buffer[], app = patient) {
  const request = httpRequest({
    agent,
    host: '127.0.0.1',
    port: (app.server.address() as AddressInfo).port,
    path,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': declared },
  });
  request.on('error', () => undefined);
  request.flushHeaders();
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  answered.catch(() => undefined);
  for (const part of parts) await new Promise<void>((resolve) => request.write(part, () => resolve()));
  if (parts.reduce((sum, { length }) => sum + length, 0) === declared) request.end();
  const [response] = await answered;
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  request.destroy();
  return { status: response.statusCode, connection: response.headers.connection };
}

const MIB = 2 ** 20;
const parts = (count: number) => Array.from({ length: count }, () => Buffer.alloc(MIB, ' '));

test.each([
  ['too long for its call', '/usual', 413],
  ['of a stranger', '/stranger', 404],
])(
  'a body that is %s is read to its end, and the refusal reaches who was still sending',
  async (_what, path, status) => {
    expect((await send(path, 9 * MIB, parts(9))).status).toBe(status);
    // Where the connection is kept, it is at the beginning of the next request.
    expect(await send('/usual', 2, [Buffer.from('{}')])).toEqual({ status: 200, connection: 'keep-alive' });
  },
);

test('one that is longer than what is read for nothing is refused at once, with the end of its connection', async () => {
  expect(await send('/stranger', 33 * MIB, [])).toEqual({ status: 404, connection: 'close' });
});

test('one whose rest does not come is waited for only as long as any body', async () => {
  expect((await send('/stranger', 2 * MIB, parts(1), hasty)).status).toBe(408);
});

test('a file of a stranger that goes on coming is answered after a while, however slowly it comes', async () => {
  const server = createServer((request, response) => {
    void readRest(request, 100).then(() => response.end(String(request.complete)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const request = httpRequest({
    host: '127.0.0.1',
    port,
    method: 'PUT',
    headers: { 'content-length': MIB },
  });
  request.on('error', () => undefined);
  const timer = setInterval(() => request.write('.'), 10);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  clearInterval(timer);
  expect(String(await response.toArray())).toBe('false');
  request.destroy();
  await new Promise((resolve) => server.close(resolve));
});
