import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { silentLog } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { afterAll, expect, test } from 'vitest';
import { keepChild } from './child.ts';

const folder = mkdtempSync(join(tmpdir(), 'klieg-child-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const entry = pathToFileURL(join(folder, 'part.mjs'));
writeFileSync(
  entry,
  `process.on('disconnect', () => process.exit(0));
   process.send({ ready: true, port: 7 });`,
);

const keep = () => {
  const pids: (number | undefined)[] = [];
  const child = keepChild({
    name: 'part',
    entry,
    env: {},
    log: silentLog,
    onReady: (started, message) => void (message['port'] === 7 && pids.push(started.pid)),
  });
  return { child, pids };
};

test('a part that dies is started again, and ends when it is told to', async () => {
  const { child, pids } = keep();
  await child.firstReady;
  child.process!.kill('SIGKILL');
  await eventually(() => expect(pids).toHaveLength(2));
  expect(pids[1]).not.toBe(pids[0]);
  const last = child.process!;
  await child.stop();
  expect(last.signalCode).toBe('SIGTERM');
});

test('stopping while a dead part waits for its next start ends at once, and it is not started', async () => {
  const { child, pids } = keep();
  await child.firstReady;
  const dead = child.process!;
  dead.kill('SIGKILL');
  await once(dead, 'exit');
  await child.stop();
  expect(child.process).toBe(dead);
  expect(pids).toHaveLength(1);
});
