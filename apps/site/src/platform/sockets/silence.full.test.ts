import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { silentLog } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { makeGateway, PING_AFTER_MS, SILENT_MS } from './gateway.ts';

let time = 1_000_000;
const server = createServer();
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
const origin = `http://127.0.0.1:${port}`;
const gateway = makeGateway<object>(
  {
    kind: 'lobby',
    keyOf: () => 'somebody',
    authorize: () => Promise.resolve({ ok: true, session: {}, success: {} }),
    onReady: () => undefined,
    onMessage: () => undefined,
    onClosed: () => undefined,
  },
  {
    ownOrigins: new Set([origin]),
    visitorOf: () => ({ address: '127.0.0.1', network: '127.0.0.1' }) as never,
    socketsMaxOf: () => 10,
    serverVersion: '0.0.0-test',
    clock: { now: () => time },
    log: silentLog,
  },
);
server.on('upgrade', gateway.accept);
afterAll(async () => {
  await gateway.drain();
  server.close();
});

test('a page that is silent is asked once, however late the server looks, and closed only when it does not answer: W30', async () => {
  const page = new WebSocket(`ws://127.0.0.1:${port}`, 'v3.json', { headers: { origin } });
  const pings: number[] = [];
  page.on('message', (data) => {
    const [id, payload] = JSON.parse(String(data)) as [number, [unknown, number]];
    if (id === 4) pings.push(payload[1]);
  });
  await once(page, 'open');
  page.send(JSON.stringify([0, { node_token: 'x', protocol_version: 3 }]));
  await eventually(() => expect(gateway.sessions.size).toBe(1));
  const answer = async () => {
    const [socket] = gateway.sessions.keys();
    page.send(JSON.stringify([5, { t: pings.at(-1) }]));
    await eventually(() => expect(socket!.heardAt).toBe(time));
  };

  // A second and a half passed between two looks of a busy process.
  time += PING_AFTER_MS + 1_500;
  await eventually(() => expect(pings).toEqual([time]));
  await answer();
  // Held up for longer than anybody may be silent: it could have answered nothing.
  time += SILENT_MS + 10_000;
  await eventually(() => expect(pings).toHaveLength(2));
  await answer();
  const closed = once(page, 'close');
  time += PING_AFTER_MS + 1;
  await eventually(() => expect(pings).toHaveLength(3));
  time += SILENT_MS - PING_AFTER_MS + 1;
  expect((await closed)[0]).toBe(4408);
  expect(pings).toHaveLength(3);
});
