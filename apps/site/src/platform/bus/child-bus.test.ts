import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Log, silentLog } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { afterAll, expect, test } from 'vitest';
import { bridgeChild } from './child-bus.ts';
import { makeMemoryBus } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'klieg-child-bus-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A child that answers each bus message with one of its own. */
function forkEcho() {
  const entry = join(folder, 'echo.mjs');
  writeFileSync(
    entry,
    `process.on('message', ({ subject, message }) =>
       process.send({ bus: 'publish', subject: 'up.' + subject, message }));
     process.on('disconnect', () => process.exit(0));
     process.send('ready');`,
  );
  return fork(entry, [], { execArgv: [] });
}

test('what is meant for the child reaches it, and what it publishes reaches the bus', async () => {
  const faults: unknown[] = [];
  const log: Log = { ...silentLog, error: (fields) => void faults.push(fields) };
  const bus = makeMemoryBus(silentLog);
  const child = forkEcho();
  await once(child, 'message');
  const unbridge = bridgeChild(bus, child, ['down.>'], {
    mayPublish: (subject) => subject.startsWith('up.'),
    log,
  });
  const heard: unknown[] = [];
  bus.subscribe('up.>', (message, subject) => void heard.push([subject, message]));
  bus.publish('down.a', 1);
  bus.publish('other', 2);
  await eventually(() => expect(heard).toEqual([['up.down.a', 1]]));
  expect(faults).toEqual([]);
  unbridge();
  const echoes: unknown[] = [];
  child.on('message', (message) => echoes.push(message));
  bus.publish('down.a', 3);
  // Sent past the bridge, after the other: its echo comes after everything that the bridge let through.
  await new Promise<void>((resolve) => queueMicrotask(resolve));
  child.send({ subject: 'marker', message: 4 });
  await eventually(() => expect(echoes).toContainEqual(expect.objectContaining({ subject: 'up.marker' })));
  expect(echoes).toHaveLength(1);
  expect(heard).toEqual([['up.down.a', 1]]);
  child.disconnect();
  await once(child, 'exit');
});

test('what a child may not publish is dropped, and the log is told once', async () => {
  const faults: unknown[] = [];
  const log: Log = { ...silentLog, error: (fields) => void faults.push(fields) };
  const bus = makeMemoryBus(silentLog);
  const child = forkEcho();
  await once(child, 'message');
  const unbridge = bridgeChild(bus, child, ['down.>'], {
    mayPublish: (subject, message) => subject === 'up.down.a' && message === 'good',
    log,
  });
  const heard: unknown[] = [];
  bus.subscribe('up.>', (message, subject) => void heard.push([subject, message]));
  for (const [subject, message] of [
    ['down.b', 'good'],
    ['down.a', 'bad'],
    ['down.a', 'good'],
  ] as const)
    bus.publish(subject, message);
  await eventually(() => expect(heard).toEqual([['up.down.a', 'good']]));
  expect(faults).toEqual([{ pid: child.pid, subject: 'up.down.b' }]);
  unbridge();
  child.disconnect();
  await once(child, 'exit');
});

test('a message to a child that has just died is lost without an error', async () => {
  const bus = makeMemoryBus(silentLog);
  const child = forkEcho();
  await once(child, 'message');
  bridgeChild(bus, child, ['down'], { mayPublish: () => false, log: silentLog });
  const errors: unknown[] = [];
  child.on('error', (error) => errors.push(error));
  child.kill('SIGKILL');
  // The channel still counts as open, since nobody has had time to notice.
  while (!/^State:\s+[ZX]/m.test(readFileSync(`/proc/${child.pid}/status`, 'utf8'))) continue;
  expect(child.connected).toBe(true);
  for (let i = 0; i < 10; i++) bus.publish('down', i);
  await once(child, 'exit');
  expect(errors).toEqual([]);
});
