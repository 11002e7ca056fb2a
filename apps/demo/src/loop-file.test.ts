import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Loop, readLoop, writeLoop } from './loop-file.ts';

const LOOP: Loop = {
  width: 640,
  height: 360,
  durationMs: 100,
  pictures: [Buffer.from('key'), Buffer.from('p')],
  sounds: [Buffer.from('sound')],
};

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'klieg-loop-'));
  path = join(folder, 'a.loop');
});
afterEach(() => rm(folder, { recursive: true }));

test('a loop is read as it was written, and nothing else is left behind', async () => {
  await writeLoop(path, LOOP);
  expect(await readLoop(path)).toEqual(LOOP);
  expect(await readdir(folder)).toEqual(['a.loop']);
});

test('a file that is absent, cut off, longer or of another kind is no loop', async () => {
  expect(await readLoop(path)).toBeUndefined();
  await writeLoop(path, LOOP);
  const whole = await readFile(path);
  for (const bytes of [
    whole.subarray(0, whole.length - 1),
    whole.subarray(0, 20),
    whole.subarray(0, 9),
    Buffer.concat([whole, Buffer.from('x')]),
    Buffer.from('something else entirely'),
    Buffer.concat([whole.subarray(0, 8), Buffer.from([255, 255, 255, 255])]),
  ]) {
    await writeFile(path, bytes);
    expect(await readLoop(path)).toBeUndefined();
  }
});

test('a loop that cannot be written leaves nothing behind', async () => {
  await expect(writeLoop(join(folder, 'no', 'a.loop'), LOOP)).rejects.toThrow('ENOENT');
  expect(await readdir(folder)).toEqual([]);
});
