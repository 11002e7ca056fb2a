import { expect, test } from 'vitest';
import { estimateCores, ladderFor } from './ladder.ts';

const idsFor = (width: number, height: number, max = 3): string[] =>
  ladderFor({ width, height }, max).map(({ id }) => id);

test('only renditions smaller than the source are made, largest first', () => {
  expect(idsFor(1_280, 720)).toEqual(['480p', '360p', '240p']);
  expect(idsFor(854, 480)).toEqual(['360p', '240p']);
  expect(idsFor(640, 360)).toEqual(['240p']);
  expect(idsFor(320, 240)).toEqual([]);
});

test('when there may be fewer, the smallest stay', () => {
  expect(idsFor(1_280, 720, 1)).toEqual(['240p']);
  expect(idsFor(1_280, 720, 2)).toEqual(['360p', '240p']);
  expect(idsFor(1_280, 720, 0)).toEqual([]);
});

test('widths keep the shape of the source and are even', () => {
  expect(ladderFor({ width: 1_280, height: 720 }, 3).map(({ width }) => width)).toEqual([854, 640, 426]);
  expect(ladderFor({ width: 720, height: 1_280 }, 1)[0]).toMatchObject({ width: 136, height: 240 });
  expect(ladderFor({ width: 16, height: 8_192 }, 1)[0]).toMatchObject({ width: 16 });
});

test('a larger ladder and more pictures are guessed to cost more, up to the limit of the rendition', () => {
  const all = ladderFor({ width: 1_280, height: 720 }, 3);
  const small = ladderFor({ width: 1_280, height: 720 }, 1);
  expect(estimateCores(all, 30)).toBeGreaterThan(estimateCores(small, 30));
  expect(estimateCores(all, 30)).toBeGreaterThan(estimateCores(all, 15));
  expect(estimateCores(small, 60)).toBe(estimateCores(small, 30));
  expect(estimateCores(all, 30)).toBeLessThan(1);
});
