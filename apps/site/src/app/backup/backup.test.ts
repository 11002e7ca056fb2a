import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type AccountId, silentLog, systemClock, uuidv7 } from '@klieg/kernel';
import { isFullRun, isLongRun } from '@klieg/testing/run-length';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeLedger } from '../../features/ledger/make-ledger.ts';
import { makeReconcileStore } from '../../features/ledger/reconcile/reconcile-store.ts';
import { makeFolderBlobs, openBlobs } from '../../platform/blobs/index.ts';
import { startTestS3 } from '../../platform/blobs/testing-s3.ts';
import { openDatabase, prepareDatabase, startEmbeddedPostgres } from '../../platform/postgres/index.ts';
import { readStartConfig } from '../config.ts';
import { backUp } from './back-up.ts';
import { restore } from './restore.ts';

const migrations = fileURLToPath(new URL('../../../../../migrations', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'klieg-backup-'));
chmodSync(folder, 0o755);
const at = (name: string): string => join(folder, name);
const env = { DATA_DIR: at('data') };
const SECRET = 'cd'.repeat(32);
const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
  rmSync(folder, { recursive: true, force: true });
});

/** The embedded database of a folder, with the ledger on it. */
async function open(dataDir: string) {
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog });
  closers.push(() => server.stop());
  await prepareDatabase(server, migrations);
  const database = openDatabase(server.connection);
  closers.push(() => database.close());
  return { database, ledger: makeLedger({ database, clock: systemClock, log: silentLog }) };
}

/** Content of a file, as it comes. */
async function* contentOf(name: string) {
  yield Buffer.from(`content of ${name}`);
}

type Site = Awaited<ReturnType<typeof open>>;
let site: Site;
const viewer = 101 as AccountId;
const model = 102 as AccountId;
const tip = async (): Promise<string> => {
  const id = uuidv7();
  const request = { id, kind: 'tip', from: viewer, to: model, sharePercent: 60, amountTokens: 5 } as const;
  const outcome = await site.ledger.spend(request);
  expect(outcome.status).toBe('applied');
  return id;
};
const listTransfers = async ({ database }: Site): Promise<ReadonlySet<string>> => {
  const { rows } = await database.pool.query<{ id: string }>('select id from ledger.transfers');
  return new Set(rows.map(({ id }) => id));
};
/** Sums of the entries of each account at the transfers that are there. */
const sumsOf = async ({ database }: Site, ids: readonly string[]) => {
  const { rows } = await database.pool.query(
    `select account, sum(amount) as tokens from ledger.entries where transfer_id = any($1::uuid[])
     group by account order by account`,
    [ids],
  );
  return rows;
};

beforeAll(async () => {
  readStartConfig(env);
  site = await open(env.DATA_DIR);
  await site.ledger.credit({
    id: uuidv7(),
    kind: 'purchase',
    source: 'billers',
    to: viewer,
    amountTokens: 1_000_000,
  });
  const blobs = makeFolderBlobs(join(env.DATA_DIR, 'blobs'));
  await blobs.put(
    'pictures/one.jpg',
    (async function* () {
      yield Buffer.from('a picture');
    })(),
  );
});

test.runIf(isFullRun)(
  'a backup under load holds all that was acknowledged before it, adds up, and has files and secret',
  async () => {
    const before = await Promise.all(Array.from({ length: 50 }, tip));
    let isOver = false;
    const during: string[] = [];
    const load = async () => {
      while (!isOver) during.push(await tip());
    };
    const loads = [load(), load(), load()];
    const told = await backUp(env, at('saved'));
    const countAtEnd = during.length;
    isOver = true;
    await Promise.all(loads);
    expect(told.join('\n')).toMatch(/^database: as it was.*\nfiles: 1\n/);
    expect(countAtEnd).toBeGreaterThan(0);
    expect(statSync(at('saved')).mode & 0o077).toBe(0);

    await restore({ DATA_DIR: at('restored') }, at('saved'));
    const restored = await open(at('restored'));
    const ids = await listTransfers(restored);
    expect(before.filter((id) => !ids.has(id))).toEqual([]);
    // It is one moment of the load: nothing that the running site does not have, too.
    const all = await listTransfers(site);
    expect([...ids].filter((id) => !all.has(id))).toEqual([]);
    expect(await sumsOf(restored, [...ids])).toEqual(await sumsOf(site, [...ids]));
    const report = await makeReconcileStore(restored.database).reconcile('all');
    expect(report.findings).toEqual([]);
    expect(report.accounts).toBeGreaterThan(1);
    expect(readFileSync(at('restored/blobs/pictures/one.jpg'), 'utf8')).toBe('a picture');
    expect(readFileSync(at('restored/secret'), 'utf8')).toBe(readFileSync(at('data/secret'), 'utf8'));
  },
);

test('nothing is overwritten: neither a backup, nor a folder with data, nor by another secret', async () => {
  if (!existsSync(at('saved'))) await backUp(env, at('saved'));
  await expect(backUp(env, at('saved'))).rejects.toThrow('exists');
  mkdirSync(at('full'));
  writeFileSync(at('full/kept'), 'mine');
  await expect(restore({ DATA_DIR: at('full') }, at('saved'))).rejects.toThrow('not empty');
  expect(readdirSync(at('full'))).toEqual(['kept']);
  await expect(
    restore({ DATA_DIR: at('new'), BLOB_URL: `file://${at('full')}` }, at('saved')),
  ).rejects.toThrow('BLOB_URL');
  await expect(restore({ DATA_DIR: at('new'), SECRET: 'ab'.repeat(32) }, at('saved'))).rejects.toThrow(
    'SECRET',
  );
  await expect(restore({ DATA_DIR: at('new') }, at('full'))).rejects.toThrow('is no backup');
  expect(existsSync(at('new'))).toBe(false);
});

test('a backup with another DATA_DIR than that of the start is refused, and no secret is made for it', async () => {
  await expect(backUp({ DATA_DIR: at('mistyped') }, at('of-mistyped'))).rejects.toThrow(
    `no root secret in ${at('mistyped')}`,
  );
  expect(existsSync(at('mistyped'))).toBe(false);
  expect(existsSync(at('of-mistyped'))).toBe(false);
});

test('with a database of one’s own it says what to do, and saves files and secret', async () => {
  const given = { ...env, DATABASE_URL: 'postgres://klieg@127.0.0.1:1/klieg' };
  expect((await backUp(given, at('without'))).join('\n')).toMatch(/^database: NOT saved.*pg_dump/);
  expect(readdirSync(at('without')).toSorted()).toEqual(['blobs', 'secret']);
  const { DATABASE_URL } = given;
  const told = await restore({ DATA_DIR: at('again'), DATABASE_URL }, at('without'));
  expect(told[0]).toContain('pg_restore');
  expect(readdirSync(at('again')).toSorted()).toEqual(['blobs', 'secret']);
});

test('files of a bucket are saved to the backup and restored to an empty bucket or folder', async () => {
  const [bucket, other] = [await startTestS3(), await startTestS3()];
  closers.push(async () => [bucket, other].forEach((one) => one.close()));
  // With a database of one's own, so that files alone are looked at.
  const DATABASE_URL = 'postgres://klieg@127.0.0.1:1/klieg';
  const given = { DATA_DIR: at('with-bucket'), SECRET, DATABASE_URL, BLOB_URL: bucket.url };
  const names = Array.from({ length: 10 }, (_, number) => `recordings/${number}.mp4`);
  for (const name of names) await openBlobs(bucket.url).put(name, contentOf(name));
  expect(await backUp(given, at('from-bucket'))).toContain('files: 10');

  const into = { DATA_DIR: at('to-bucket'), DATABASE_URL, BLOB_URL: other.url };
  expect(await restore(into, at('from-bucket'))).toContain('files: 10');
  for (const name of names)
    expect(String(await buffer(openBlobs(other.url).read(name)))).toBe(`content of ${name}`);
  // A bucket that holds files is left as it is, and nothing else is begun.
  await expect(restore({ ...into, DATA_DIR: at('twice') }, at('from-bucket'))).rejects.toThrow(
    'BLOB_URL already holds files',
  );
  expect(existsSync(at('twice'))).toBe(false);
  await restore({ DATA_DIR: at('to-folder'), DATABASE_URL }, at('from-bucket'));
  expect(readFileSync(at('to-folder/blobs/recordings/9.mp4'), 'utf8')).toBe(`content of ${names[9]}`);
});

test('a bucket that does not answer leaves no backup behind', async () => {
  const bucket = await startTestS3();
  bucket.close();
  const given = { DATA_DIR: at('lost'), SECRET, DATABASE_URL: 'postgres://klieg@127.0.0.1:1/klieg' };
  await expect(backUp({ ...given, BLOB_URL: bucket.url }, at('of-lost'))).rejects.toThrow();
  expect(existsSync(at('of-lost'))).toBe(false);
});

test.runIf(isLongRun)('the commands end with 1 and a sentence where they are not told a folder', () => {
  for (const name of ['backup', 'restore']) {
    const program = fileURLToPath(new URL(`./${name}-main.ts`, import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, [program], { env, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `${name}: which folder? npm run ${name} -- /path/of/a/folder\n`,
    });
  }
});
