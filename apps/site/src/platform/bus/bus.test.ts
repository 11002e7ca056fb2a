import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Bus } from '@klieg/contract/bus';
import { silentLog } from '@klieg/kernel';
import { connect as connectNats } from '@nats-io/transport-node';
import { freePort } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectNatsBus, makeMemoryBus } from './index.ts';

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

const natsPort = await freePort();
const nats = spawn('/usr/sbin/nats-server', ['-a', '127.0.0.1', '-p', String(natsPort)], { stdio: 'ignore' });
beforeAll(() => eventually(async () => expect(await accepts(natsPort)).toBe(true)));
afterAll(() => void nats.kill());

const key = Buffer.alloc(32, 1);

const kinds: Record<string, () => Promise<{ a: Bus; b: Bus }>> = {
  // In one process both ends are the same bus.
  'memory:': () => {
    const bus = makeMemoryBus(silentLog);
    return Promise.resolve({ a: bus, b: bus });
  },
  'nats://': async () => {
    const url = `nats://127.0.0.1:${natsPort}`;
    return {
      a: await connectNatsBus(url, { key, log: silentLog }),
      b: await connectNatsBus(url, { key, log: silentLog }),
    };
  },
};

describe.each(Object.entries(kinds))('the bus port, %s', (_kind, open) => {
  let a: Bus;
  let b: Bus;
  beforeAll(async () => {
    ({ a, b } = await open());
  });
  afterAll(() => Promise.all([a.close(), b.close()]));

  const collect = async (pattern: string) => {
    const got: { message: unknown; subject: string }[] = [];
    const stop = b.subscribe(pattern, (message, subject) => void got.push({ message, subject }));
    await b.ready();
    return { got, stop };
  };

  test('carries objects to a subscriber, with their subject', async () => {
    const { got, stop } = await collect('room.anna');
    a.publish('room.anna', { tokens: 5, note: 'ä\u0000', nothing: null });
    await eventually(() => expect(got).toHaveLength(1));
    expect(got[0]).toEqual({ subject: 'room.anna', message: { tokens: 5, note: 'ä\u0000', nothing: null } });
    stop();
  });

  test('a wildcard takes what lies below and nothing beside', async () => {
    const { got, stop } = await collect('account.>');
    a.publish('accounts', 1);
    a.publish('account', 2);
    a.publish('account.7', 3);
    a.publish('account.7.x', 4);
    await eventually(() => expect(got.length).toBeGreaterThanOrEqual(2));
    expect(got.map((entry) => entry.message)).toEqual([3, 4]);
    stop();
  });

  test('keeps the order of one publisher', async () => {
    const { got, stop } = await collect('order');
    for (let i = 0; i < 500; i++) a.publish('order', i);
    await eventually(() => expect(got).toHaveLength(500));
    expect(got.map((entry) => entry.message)).toEqual(Array.from({ length: 500 }, (_, i) => i));
    stop();
  });

  test('a change of the received object stays with the receiver', async () => {
    const sent = { list: [1] };
    const first = await collect('copy');
    const second = await collect('copy');
    a.publish('copy', sent);
    await eventually(() => expect(first.got.length + second.got.length).toBe(2));
    (first.got[0]!.message as { list: number[] }).list.push(2);
    expect(second.got[0]!.message).toEqual({ list: [1] });
    expect(sent.list).toEqual([1]);
    first.stop();
    second.stop();
  });

  test('a handler that throws hurts nobody else', async () => {
    const stopBad = b.subscribe('throws', () => {
      throw new Error('on purpose');
    });
    const { got, stop } = await collect('throws');
    a.publish('throws', 1);
    a.publish('throws', 2);
    await eventually(() => expect(got).toHaveLength(2));
    stopBad();
    stop();
  });

  test('nothing comes after the end of a subscription', async () => {
    const { got, stop } = await collect('gone');
    const marker = await collect('marker');
    stop();
    await b.ready();
    a.publish('gone', 1);
    a.publish('marker', 1);
    await eventually(() => expect(marker.got).toHaveLength(1));
    expect(got).toEqual([]);
    marker.stop();
  });
});

test('what nobody of the site has signed is dropped and counted: unsigned, forged, and of another site', async () => {
  const url = `nats://127.0.0.1:${natsPort}`;
  let refused = 0;
  const own = await connectNatsBus(url, { key, log: silentLog, onRefused: () => (refused += 1) });
  const site = await connectNatsBus(url, { key, log: silentLog });
  const other = await connectNatsBus(url, { key: Buffer.alloc(32, 2), log: silentLog });
  const stranger = await connectNats({ servers: url });
  const recorded: string[] = [];
  stranger.subscribe('rooms.>', { callback: (_error, message) => void recorded.push(message.string()) });
  const got: unknown[] = [];
  own.subscribe('>', (message) => got.push(message));
  await Promise.all([own.ready(), stranger.flush()]);
  try {
    other.publish('rooms.anna', { tokens: 1 });
    await eventually(() => expect(recorded).toHaveLength(1));
    // Of another site, again under its own name; unsigned; and what another site has signed with a new text.
    stranger.publish('rooms.anna', recorded[0]!);
    stranger.publish('rooms.anna', JSON.stringify({ tokens: 2 }));
    stranger.publish('rooms.anna', recorded[0]!.replace('1}', '3}'));
    await stranger.flush();
    site.publish('rooms.bert', { tokens: 4 });
    await eventually(() => expect(got).toEqual([{ tokens: 4 }]));
    // What this site has signed for one subject is not taken under another.
    const signed = recorded.find((text) => text.endsWith('{"tokens":4}'));
    stranger.publish('rooms.anna', signed!);
    await eventually(() => expect(refused).toBe(5));
    expect(got).toEqual([{ tokens: 4 }]);
  } finally {
    await Promise.all([own.close(), site.close(), other.close(), stranger.drain()]);
  }
});

test('a bus that has lost its server can be closed, and closed again', async () => {
  const port = await freePort();
  const server = spawn('/usr/sbin/nats-server', ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  const ended = once(server, 'exit');
  await eventually(async () => expect(await accepts(port)).toBe(true));
  const seen: unknown[] = [];
  const log = { ...silentLog, warn: (fields: object) => void seen.push(fields) };
  const lost = await connectNatsBus(`nats://127.0.0.1:${port}`, { key, log });
  lost.subscribe('rooms.>', () => undefined);
  await lost.ready();
  server.kill('SIGKILL');
  await ended;
  await eventually(() => expect(seen).toContainEqual({ bus: 'disconnect' }));
  await lost.close();
  await lost.close();
});

test('a connected bus that is closed twice is closed', async () => {
  const bus = await connectNatsBus(`nats://127.0.0.1:${natsPort}`, { key, log: silentLog });
  await Promise.all([bus.close(), bus.close()]);
  await bus.close();
});
