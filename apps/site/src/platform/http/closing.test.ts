import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { silentLog } from '@klieg/kernel';
import { expect, test } from 'vitest';
import { makeHttpServer } from './http-server.ts';

test('who asks while the site stops is answered 503 in the one shape, with when to ask again (common.unavailable)', async () => {
  const app = makeHttpServer({ log: silentLog });
  const slow = Promise.withResolvers<void>();
  const isAsked = Promise.withResolvers<void>();
  app.get('/slow', async () => {
    isAsked.resolve();
    await slow.promise;
    return 'done';
  });
  app.get('/quick', () => 'quick');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let answers = '';
  socket.on('data', (bytes) => (answers += bytes.toString()));
  const ended = once(socket, 'close');
  const ask = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nhost: klieg.example\r\n\r\n`);
  ask('/slow');
  await isAsked.promise;
  const closed = app.close();
  // On the connection that is still answered.
  ask('/quick');
  setTimeout(() => slow.resolve(), 50);
  await ended;
  await closed;
  const [first, second] = answers.split(/(?=HTTP\/1\.1 503)/u);
  expect(first).toMatch(/^HTTP\/1\.1 200/u);
  expect(second).toMatch(/retry-after: \d+\r\n/u);
  expect(second).toMatch(/connection: close\r\n/u);
  expect(JSON.parse(second!.slice(second!.indexOf('{')))).toMatchObject({
    status: 0,
    code: 'common.unavailable',
    message: 'Temporarily unavailable. Please retry',
  });
});
