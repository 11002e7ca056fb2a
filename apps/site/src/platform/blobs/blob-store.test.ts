import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { EVENTUALLY_MS } from '@klieg/testing/eventually';
import { isFullRun } from '@klieg/testing/run-length';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { BlobStore } from './blob-store.ts';
import { copyBlobs } from './copy-blobs.ts';
import { openBlobs, readS3Url } from './open-blobs.ts';
import { makeS3Blobs, PART_BYTES } from './s3-blobs.ts';
import { startTestS3 } from './testing-s3.ts';

const folder = await mkdtemp(join(tmpdir(), 'klieg-blobs-'));
const s3 = await startTestS3();
const real = process.env['BLOB_TEST_URL'];
afterAll(async () => {
  s3.close();
  await rm(folder, { recursive: true, force: true });
});

const kinds: [kind: string, blobs: BlobStore][] = [
  ['a folder', openBlobs(pathToFileURL(folder).href)],
  ['S3', openBlobs(s3.url)],
  ...(real ? [['the service of BLOB_TEST_URL', openBlobs(real)] as [string, BlobStore]] : []),
];
const textOf = async (content: Readable | undefined) => (content ? String(await buffer(content)) : undefined);

describe.each(kinds)('the port of files, %s', (_kind, blobs) => {
  const store = (name: string, ...chunks: string[]) =>
    blobs.put(name, Readable.from(chunks.map((chunk) => Buffer.from(chunk))));

  test('reads a file as it was stored, and a repeat replaces it', async () => {
    expect(await store('recordings/a.mp4', 'hello ', 'there')).toBe(11);
    expect(await textOf(blobs.read('recordings/a.mp4'))).toBe('hello there');
    expect(await store('recordings/a.mp4', 'new')).toBe(3);
    expect(await blobs.sizeOf('recordings/a.mp4')).toBe(3);
    expect(await store('recordings/empty.mp4')).toBe(0);
    expect(await blobs.sizeOf('recordings/empty.mp4')).toBe(0);
  });

  test.each([
    [undefined, 200, 'hello there', undefined],
    ['bytes=6-8', 206, 'the', 'bytes 6-8/11'],
    ['bytes=6-', 206, 'there', 'bytes 6-10/11'],
    ['bytes=-2', 206, 're', 'bytes 9-10/11'],
    ['bytes=0-99', 206, 'hello there', 'bytes 0-10/11'],
    ['bytes=11-', 416, undefined, 'bytes */11'],
    ['lines=1-2', 200, 'hello there', undefined],
  ])('answers the range %s with %i', async (range, status, text, told) => {
    await store('ranges.txt', 'hello ', 'there');
    const answer = await blobs.serve('ranges.txt', {
      method: 'GET',
      headers: range === undefined ? {} : { range },
    });
    expect(answer?.status).toBe(status);
    expect(await textOf(answer?.content)).toBe(text);
    expect(answer?.headers['content-range']).toBe(told);
    if (text !== undefined) expect(answer?.headers['content-length']).toBe(String(text.length));
  });

  test('answers HEAD with the length alone, and knows no file that is not there', async () => {
    await store('head.txt', 'hello');
    const head = await blobs.serve('head.txt', { method: 'HEAD', headers: {} });
    expect([head?.status, head?.headers['content-length']]).toEqual([200, '5']);
    expect((await textOf(head?.content)) ?? '').toBe('');
    expect(await blobs.serve('none.txt', { method: 'GET', headers: {} })).toBeUndefined();
    await expect(buffer(blobs.read('none.txt'))).rejects.toThrow();
  });

  test.runIf(isFullRun)('takes a file of several parts', async () => {
    async function* long() {
      for (let i = 0; i < 20; i++) yield Buffer.alloc(2 ** 20, 'x');
      yield Buffer.from('the end');
    }
    expect(await blobs.put('long.bin', long())).toBe(20 * 2 ** 20 + 7);
    expect(await blobs.sizeOf('long.bin')).toBe(20 * 2 ** 20 + 7);
    const tail = await blobs.serve('long.bin', { method: 'GET', headers: { range: 'bytes=-7' } });
    expect(await textOf(tail?.content)).toBe('the end');
    await blobs.remove('long.bin');
  });

  test('has nothing of a file that breaks off, however much of it came', async () => {
    async function* broken(bytes: number) {
      yield Buffer.alloc(bytes);
      throw new Error('cut');
    }
    for (const bytes of [4, PART_BYTES + 1]) {
      await expect(blobs.put('broken/b.mp4', broken(bytes))).rejects.toThrow('cut');
      expect(await blobs.sizeOf('broken/b.mp4')).toBeUndefined();
    }
  });

  test('copies a file by the means of its place; each name lives by itself', async () => {
    await store('copied/from.mp4', 'one');
    expect(await blobs.copy('copied/from.mp4', 'copied/to.mp4')).toBe(true);
    // A repeat changes nothing, and leaves nothing behind.
    expect(await blobs.copy('copied/from.mp4', 'copied/to.mp4')).toBe(true);
    await store('copied/from.mp4', 'other');
    expect(await textOf(blobs.read('copied/to.mp4'))).toBe('one');
    await blobs.remove('copied/from.mp4');
    expect(await textOf(blobs.read('copied/to.mp4'))).toBe('one');
    expect(await blobs.copy('copied/none.mp4', 'copied/other.mp4')).toBe(false);
    expect(await blobs.sizeOf('copied/other.mp4')).toBeUndefined();
    await expect(blobs.copy('../secret', 'copied/other.mp4')).rejects.toThrow('not a name');
    const left = await readdir(folder, { recursive: true });
    expect(left.filter((name) => name.endsWith('.unfinished'))).toEqual([]);
    await blobs.remove('copied/to.mp4');
  });

  test('lends a file as one of this machine for as long as it is needed', async () => {
    await store('lent.mp4', 'hello');
    const work = await mkdtemp(join(folder, 'work-'));
    expect(await blobs.lend('lent.mp4', work, (path) => readFile(path, 'utf8'))).toBe('hello');
    await expect(blobs.lend('lent.mp4', work, () => Promise.reject(new Error('broke')))).rejects.toThrow(
      'broke',
    );
    await expect(blobs.lend('none.mp4', work, () => Promise.resolve(1))).rejects.toThrow();
    expect(await readdir(work)).toEqual([]);
    expect(await textOf(blobs.read('lent.mp4'))).toBe('hello');
    await blobs.remove('lent.mp4');
  });

  test('removes for good, and without an error what is not there', async () => {
    await store('c', 'x');
    await blobs.remove('c');
    await blobs.remove('c');
    expect(await blobs.sizeOf('c')).toBeUndefined();
  });

  test('lists what is there, over several pages, and can be copied to another place', async () => {
    const names = Array.from({ length: 8 }, (_, at) => `listed/of-${at % 2}/${at}.bin`);
    for (const name of names) await store(name, name);
    const listed: string[] = [];
    for await (const name of blobs.list()) listed.push(name);
    expect(listed.filter((name) => name.startsWith('listed/')).toSorted()).toEqual(names.toSorted());
    expect(new Set(listed).size).toBe(listed.length);

    const target = openBlobs(pathToFileURL(await mkdtemp(join(folder, 'copy-'))).href);
    // One goes after it was listed and before it is read.
    const going = {
      ...blobs,
      read: (name: string) => blobs.read(name === names[3] ? 'gone' : name),
      sizeOf: (name: string) => blobs.sizeOf(name === names[3] ? 'gone' : name),
    };
    expect(await copyBlobs(going, target)).toBe(listed.length - 1);
    expect(await textOf(target.read(names[7]!))).toBe(names[7]);
    expect(await target.sizeOf(names[3]!)).toBeUndefined();
    // A file that is there and cannot be read ends it: a backup without it would be none.
    const broken = { ...blobs, read: () => blobs.read('gone') };
    await expect(copyBlobs(broken, target)).rejects.toThrow();
    for (const name of names) await blobs.remove(name);
  });

  test('lets no name leave its place', async () => {
    for (const name of ['../a', '/etc/passwd', 'a/../b', '', 'a//b', '.hidden', 'a b', 'a?b']) {
      await expect(blobs.put(name, Readable.from([Buffer.from('x')]))).rejects.toThrow('not a name');
      await expect(blobs.serve(name, { method: 'GET', headers: {} })).rejects.toThrow('not a name');
    }
  });
});

test('a file that breaks off leaves nothing beside it in its folder, and no upload open', async () => {
  expect(await readdir(join(folder, 'broken'))).toEqual([]);
  expect(s3.openUploads()).toBe(0);
});

describe('a file is written while it still comes', () => {
  /** Comes to its end only once something of it is there. */
  async function* waiting(isThere: () => Promise<boolean>) {
    for (let i = 0; i < 12; i++) yield Buffer.alloc(2 ** 20);
    await vi.waitFor(async () => expect(await isThere()).toBe(true), { timeout: EVENTUALLY_MS });
    yield Buffer.from('the end');
  }

  test('to a folder', async () => {
    const isThere = async () => {
      const [name] = await readdir(join(folder, 'early'));
      return name !== undefined && (await stat(join(folder, 'early', name))).size > 2 ** 20;
    };
    expect(await openBlobs(pathToFileURL(folder).href).put('early/a', waiting(isThere))).toBe(
      12 * 2 ** 20 + 7,
    );
  });

  test('to S3', async () => {
    const isThere = () => Promise.resolve(s3.openUploads() === 1);
    expect(await openBlobs(s3.url).put('early/a', waiting(isThere))).toBe(12 * 2 ** 20 + 7);
  });
});

describe('S3', () => {
  test.runIf(isFullRun)(
    'copies a large file in parts, and leaves nothing open of one that it cannot copy',
    async () => {
      const parts = makeS3Blobs(readS3Url(s3.url), 5 * 2 ** 20);
      const bytes = Buffer.alloc(12 * 2 ** 20 + 5, 'abc');
      await parts.put('large.mp4', Readable.from([bytes]));
      expect(await parts.copy('large.mp4', 'large-too.mp4')).toBe(true);
      expect((await buffer(parts.read('large-too.mp4'))).equals(bytes)).toBe(true);
      // It goes while it is copied.
      const going = { ...parts, sizeOf: () => Promise.resolve(bytes.length) };
      await expect(going.copy('gone.mp4', 'none.mp4')).rejects.toMatchObject({ code: 'common.unavailable' });
      expect(s3.openUploads()).toBe(0);
      expect(await parts.sizeOf('none.mp4')).toBeUndefined();
    },
  );

  const wrong = s3.url.replace('test-key', 'other-key');

  test('that fails once is asked again, and one that refuses is unavailable (common.unavailable)', async () => {
    const blobs = openBlobs(s3.url);
    s3.fail(2);
    expect(await blobs.put('again', Readable.from([Buffer.from('x')]))).toBe(1);
    await expect(openBlobs(wrong).sizeOf('again')).rejects.toMatchObject({ code: 'common.unavailable' });
    await expect(openBlobs(wrong).put('x', Readable.from([Buffer.from('x')]))).rejects.toMatchObject({
      code: 'common.unavailable',
    });
  });

  test('is named by an address with key, bucket and region', () => {
    expect(readS3Url('s3://AK:se%2Fcret@s3.example.org/films/klieg/one?region=eu-west-3')).toEqual({
      endpoint: 'https://s3.example.org',
      bucket: 'films',
      prefix: 'klieg/one/',
      region: 'eu-west-3',
      accessKeyId: 'AK',
      secretAccessKey: 'se/cret',
    });
    for (const url of ['s3://s3.example.org/films', 's3://AK:x@s3.example.org/', 'https://AK:x@h/b'])
      expect(() => readS3Url(url)).toThrow();
  });
});
