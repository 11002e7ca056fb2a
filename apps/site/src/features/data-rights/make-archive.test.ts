import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { systemClock, type Uuid, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { useTestSite } from '../../app/testing-site.ts';
import { type BlobStore, makeFolderBlobs } from '../../platform/blobs/index.ts';
import { makeArchiveSigner } from './archive/signing.ts';
import { listArchiveSteps } from './archive-steps.ts';
import { makeExportsStore } from './exports-store.ts';
import { archiveBlob, makeArchives } from './make-archive.ts';
import { makeRowsOf } from './rows-of-store.ts';
import { readZip } from './testing-zip.ts';

const site = await useTestSite();
const { kysely } = site.database;
const folder = mkdtempSync(join(tmpdir(), 'klieg-archives-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const store = makeExportsStore(site.database);
const rowsOf = makeRowsOf(site.database);

/** Fails when it is told to, as a disk that is full for a moment. */
const real = makeFolderBlobs(folder);
let failsAt = -1;
let puts = 0;
const blobs: BlobStore = {
  ...real,
  async put(name, content) {
    puts += 1;
    if (puts === failsAt) throw new Error('the disk is full');
    return real.put(name, content);
  },
};
const archives = makeArchives({
  database: site.database,
  store,
  rowsOf,
  steps: listArchiveSteps({ rowsOf, blobs, statement: async function* () {} }),
  blobs,
  signer: makeArchiveSigner(Buffer.alloc(32, 7)),
  siteNameFor: () => Promise.resolve('Klieg'),
  onReady: () => Promise.resolve(),
  clock: systemClock,
});

const begin = (accountId: number) =>
  kysely
    .transaction()
    .execute((within) =>
      store.add(
        { id: uuidv7(), accountId: accountId as never, askedAt: new Date(), dueAt: new Date() },
        within,
      ),
    ) as Promise<Uuid>;
const filesOf = async (id: Uuid) => readZip(await buffer(real.read(archiveBlob(id))));
const namesLeft = async () => {
  const names: string[] = [];
  for await (const name of real.list()) names.push(name);
  return names.filter((name) => name.startsWith('exports/'));
};

describe('an archive that is made in steps', () => {
  test('goes on after each step at which it was broken off, and is the same in the end', async () => {
    const anna = await site.join();
    const id = await begin(anna.id);
    let breaks = 0;
    for (;;) {
      puts = 0;
      // The first step of each try is done, the next one fails.
      failsAt = 2;
      const isDone = await archives.make(id).then(
        () => true,
        () => false,
      );
      if (isDone) break;
      breaks += 1;
    }
    expect(breaks).toBe(archives.stepsCount - 1);
    const files = await filesOf(id);
    expect(files.has('data/account/accounts.jsonl')).toBe(true);
    const manifest = JSON.parse(files.get('manifest.json')!.toString()) as { files: { name: string }[] };
    expect(new Set(manifest.files.map(({ name }) => name)).size).toBe(manifest.files.length);
    expect(await namesLeft()).toEqual([archiveBlob(id)]);
    await archives.remove(id);
    expect(await namesLeft()).toEqual([]);
  });

  test('has every file of somebody who has many, in pieces of some each', async () => {
    failsAt = -1;
    const anna = await site.join();
    const ids = Array.from({ length: 120 }, () => uuidv7());
    for (const id of ids) {
      await sql`insert into avatar_pictures (id, account_id, state) values (${id}, ${anna.id}, 'kept')`.execute(
        kysely,
      );
      await real.put(`avatars/${id}.jpg`, Readable.from([Buffer.from(`picture ${id}`)]));
    }
    puts = 0;
    const id = await begin(anna.id);
    await archives.make(id);
    expect(puts).toBe(archives.stepsCount + 2);
    const files = await filesOf(id);
    for (const picture of ids)
      expect(files.get(`pictures/own-${picture}.jpg`)?.toString()).toBe(`picture ${picture}`);
    await archives.remove(id);
  });

  test('made by two at once is one: who comes late stops', async () => {
    const anna = await site.join();
    const id = await begin(anna.id);
    await Promise.all([archives.make(id), archives.make(id)]);
    const manifest = JSON.parse((await filesOf(id)).get('manifest.json')!.toString()) as {
      files: { name: string }[];
    };
    expect(new Set(manifest.files.map(({ name }) => name)).size).toBe(manifest.files.length);
    await archives.remove(id);
    expect(await namesLeft()).toEqual([]);
  });

  test('is given up after some tries, and leaves nothing behind', async () => {
    const anna = await site.join();
    const id = await begin(anna.id);
    puts = 0;
    failsAt = 3;
    await expect(archives.make(id)).rejects.toThrow('the disk is full');
    await archives.fail(id);
    expect((await store.findNewest(anna.id as never))?.state).toBe('failed');
    expect(await namesLeft()).toEqual([]);
  });
});
