import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BlobStore, makeFileBlobStore } from './blob-store.ts';

let folder: string;
let blobs: BlobStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'klieg-blobs-'));
  blobs = makeFileBlobStore(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a file is read as it was stored, whole or in part, and replaced by a repeat', async () => {
  expect(
    await blobs.put('recordings/a.mp4', Readable.from([Buffer.from('hello '), Buffer.from('there')])),
  ).toBe(11);
  expect(String(await buffer(blobs.read('recordings/a.mp4')))).toBe('hello there');
  expect(String(await buffer(blobs.read('recordings/a.mp4', { start: 6, end: 8 })))).toBe('the');
  await blobs.put('recordings/a.mp4', Readable.from([Buffer.from('new')]));
  expect(await blobs.sizeOf('recordings/a.mp4')).toBe(3);
});

test('a file that breaks off is not there, and leaves nothing', async () => {
  async function* broken() {
    yield Buffer.from('half');
    throw new Error('cut');
  }
  await expect(blobs.put('recordings/b.mp4', Readable.from(broken()))).rejects.toThrow('cut');
  expect(await blobs.sizeOf('recordings/b.mp4')).toBeUndefined();
  expect((await readdir(join(folder, 'recordings'))).filter((name) => name.startsWith('b'))).toEqual([]);
});

test('removing is final, and no error for what is not there', async () => {
  await blobs.put('c', Readable.from([Buffer.from('x')]));
  await blobs.remove('c');
  await blobs.remove('c');
  expect(await blobs.sizeOf('c')).toBeUndefined();
});

test('a name cannot leave the folder', async () => {
  for (const name of ['../a', '/etc/passwd', 'a/../b', '', 'a//b', '.hidden', 'a b'])
    await expect(blobs.put(name, Readable.from(['x']))).rejects.toThrow('not a name');
});
