import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { eventually } from '@klieg/testing/eventually';
import { afterAll, expect, test } from 'vitest';
import type { BlobStore } from './blob-store.ts';
import { openBlobs } from './open-blobs.ts';
import { readPieces } from './read-pieces.ts';

const folder = mkdtempSync(join(tmpdir(), 'klieg-pieces-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const blobs = openBlobs(pathToFileURL(folder).href);
await blobs.put('a', Readable.from([Buffer.alloc(500_000, 1)]));
await blobs.put('b', Readable.from([Buffer.alloc(500_000, 2)]));
const pieces = ['a', 'b'].map((blob) => ({ blob, from: 100_000, length: 300_000 }));

/** The files with what was opened of them. */
function watched() {
  const opened: Readable[] = [];
  const serve: BlobStore['serve'] = async (name, asked) => {
    const answer = await blobs.serve(name, asked);
    if (answer?.content) opened.push(answer.content);
    return answer;
  };
  return { opened, blobs: { serve } };
}

test('pieces are read one behind the other, and every file is let go of', async () => {
  const { opened, blobs: own } = watched();
  const content = await readPieces(own, pieces);
  expect(await buffer(content!)).toEqual(Buffer.concat([Buffer.alloc(300_000, 1), Buffer.alloc(300_000, 2)]));
  await eventually(() => expect(opened.map(({ closed }) => closed)).toEqual([true, true]));
});

test.each([
  ['before anything was read', 0],
  ['in the middle of the first', 1],
  ['in the second', 6],
])('a reader who leaves %s leaves no file open', async (_when, chunks) => {
  const { opened, blobs: own } = watched();
  const content = (await readPieces(own, pieces))!;
  const iterator = content.iterator({ destroyOnReturn: false });
  for (let i = 0; i < chunks; i++) await iterator.next();
  content.destroy();
  expect(opened.length).toBeGreaterThan(0);
  await eventually(() => expect(opened.every(({ closed }) => closed)).toBe(true));
});
