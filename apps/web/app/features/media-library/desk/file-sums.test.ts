import { expect, test } from 'vitest';
import { fileSum, partSum } from './file-sums.ts';

const signal = new AbortController().signal;

test('sums of files are those that the standards name for known texts', async () => {
  const read: number[] = [];
  expect(await fileSum(new Blob(['abc']), signal, (done) => read.push(done))).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
  expect(read).toEqual([3]);
  expect(await partSum(new Blob(['abc']), signal)).toBe('kAFQmDzST7DWlj99KOF/cg==');
});

test('a large file is read in slices, and no further once it is canceled', async () => {
  const stop = new AbortController();
  const read: number[] = [];
  const large = new Blob([new Uint8Array(3 * 2 ** 20)]);
  const sum = fileSum(large, stop.signal, (done) => {
    read.push(done);
    stop.abort();
  });
  await expect(sum).rejects.toThrow();
  expect(read).toEqual([2 ** 20]);
});
