import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { silentLog } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { isLongRun } from '@klieg/testing/run-length';
import { afterAll, expect, test } from 'vitest';
import { keepChild, stopChildren } from './child.ts';

const folder = mkdtempSync(join(tmpdir(), 'klieg-child-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const entry = pathToFileURL(join(folder, 'part.mjs'));
writeFileSync(
  entry,
  `process.on('disconnect', () => process.exit(0));
   process.send({ ready: true, port: 7 });`,
);

const environmentOf = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/environ`, 'utf8')
    .split('\0')
    .filter(Boolean)
    .map((line) => line.split('=')[0]!)
    .toSorted();

const keep = () => {
  const pids: (number | undefined)[] = [];
  const child = keepChild({
    name: 'part',
    part: 'media',
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

test('a part has its own settings and what it needs of the machine, and no secret of the site', async () => {
  const secrets = {
    DATABASE_URL: 'postgres://klieg:secret@db/klieg',
    MAIL_URL: 'smtp://user:secret@mail',
    BLOB_URL: 's3://KEY:SECRET@host/bucket',
    SECRET: 'ab'.repeat(32),
    METRICS_TOKEN: 'secret-of-the-operator',
    TRANSLATE_KEY: 'secret',
    AWS_SECRET_ACCESS_KEY: 'secret',
  };
  const before = { ...process.env };
  Object.assign(process.env, secrets, { MEDIA_TLS_CERT: '/certificate.pem', MEDIA_TLS_KEY: '/key.pem' });
  const child = keepChild({
    name: 'part',
    part: 'media',
    entry,
    env: { OWN: '1' },
    given: ['MEDIA_TLS_CERT'],
    log: silentLog,
    onReady: () => undefined,
  });
  try {
    await child.firstReady;
    const names = environmentOf(child.process!.pid!);
    for (const name of Object.keys(secrets)) expect(names).not.toContain(name);
    for (const name of ['OWN', 'PATH', 'MEDIA_TLS_CERT', 'MALLOC_ARENA_MAX']) expect(names).toContain(name);
    const known =
      /^(?:OWN|HOME|LANG|LC_ALL|NODE_COMPILE_CACHE|NODE_ENV|NODE_EXTRA_CA_CERTS|PATH|TMPDIR|TZ|NODE_CHANNEL_.*|MALLOC_.*|MEDIA_TLS_CERT)$/;
    expect(names.filter((name) => !known.test(name))).toEqual([]);
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    await child.stop();
  }
});

const keepFailing = (text: string) => {
  const failing = pathToFileURL(join(folder, 'failing.mjs'));
  writeFileSync(failing, text);
  return keepChild({
    name: 'failing',
    part: 'media',
    entry: failing,
    env: {},
    log: silentLog,
    onReady: () => undefined,
  });
};

test('whoever waits for a part hears the fault that it states', async () => {
  const child = keepFailing(`process.send({ failure: 'the disk is full' }); process.disconnect();`);
  await expect(child.firstReady).rejects.toThrow('the disk is full');
  await child.stop();
});

test.runIf(isLongRun)(
  'whoever waits for a part that dies again and again is told, and nobody has to wait',
  async () => {
    const child = keepFailing('process.exit(3);');
    await expect(child.firstReady).rejects.toThrow('failing ended 5 times before it was ready');
    await child.stop();
  },
);

test('parts are told to end at the same time', async () => {
  const told = join(folder, 'told');
  const slow = pathToFileURL(join(folder, 'slow.mjs'));
  // Each ends once both have been told.
  writeFileSync(
    slow,
    `import { appendFileSync, readFileSync } from 'node:fs';
     process.on('SIGTERM', () => {
       appendFileSync(${JSON.stringify(told)}, 'x');
       setInterval(() => readFileSync(${JSON.stringify(told)}, 'utf8') === 'xx' && process.exit(0), 10);
     });
     process.on('disconnect', () => process.exit(1));
     process.send({ ready: true });`,
  );
  const both = ['one', 'two'].map((name) =>
    keepChild({ name, part: 'media', entry: slow, env: {}, log: silentLog, onReady: () => undefined }),
  );
  await Promise.all(both.map((child) => child.firstReady));
  await stopChildren(both);
  expect(both.map(({ process: { exitCode, signalCode } = {} }) => ({ exitCode, signalCode }))).toEqual([
    { exitCode: 0, signalCode: null },
    { exitCode: 0, signalCode: null },
  ]);
});
