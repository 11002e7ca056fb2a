import { expect, test } from 'vitest';
import type { Fragment } from '../packaging/units.ts';
import { seededRandom } from '@klieg/testing/fuzzing';
import { countPictures } from './picture-count.ts';
import { makeTestSource } from './testing/test-source.ts';

function chunks(): Fragment[] {
  const made: Fragment[] = [];
  const sink = { setInit() {}, append: (chunk: Fragment) => void made.push(chunk) };
  makeTestSource({ sink, chunkMs: 200 }).play(2_010);
  return made;
}

test('the pictures of a chunk are counted, its sound is not', () => {
  expect(chunks().map(({ data }) => countPictures(data))).toEqual(Array.from({ length: 10 }, () => 6));
});

test('5,000 mutated chunks are counted without a throw', () => {
  const random = seededRandom(12);
  const [chunk] = chunks();
  for (let i = 0; i < 5_000; i++) {
    const data = Buffer.from(chunk!.data.subarray(0, Math.floor(random() * 300)));
    for (let k = 0; k < 4 && data.length > 0; k++) data[Math.floor(random() * data.length)] = random() * 256;
    expect(countPictures(data)).toBeGreaterThanOrEqual(0);
  }
});
