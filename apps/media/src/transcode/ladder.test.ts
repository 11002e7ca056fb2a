import { expect, test } from 'vitest';
import { estimateCores, ladderFor, leastLevel, reducedLadder } from './ladder.ts';

const HD = { width: 1_280, height: 720 };

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
  expect(estimateCores(HD, all, 30)).toBeGreaterThan(estimateCores(HD, small, 30));
  expect(estimateCores(HD, all, 30)).toBeGreaterThan(estimateCores(HD, all, 15));
  const little = { width: 2, height: 2 };
  expect(estimateCores(little, small, 60)).toBe(estimateCores(little, small, 30));
  expect(estimateCores(HD, all, 30)).toBeLessThan(1);
});

test('a source of more pixels or pictures costs more, since all of them have to be decoded', () => {
  const all = ladderFor(HD, 3);
  const large = { width: 2_560, height: 1_440 };
  expect(estimateCores(large, all, 60)).toBeGreaterThan(estimateCores(HD, all, 60) + 0.1);
  expect(estimateCores(large, all, 60)).toBeGreaterThan(estimateCores(large, all, 30));
  expect(estimateCores(large, [], 60)).toBe(estimateCores(HD, [], 30));
});

test('each level leaves out the largest that is left, the last one pictures of the smallest', () => {
  const all = ladderFor(HD, 3);
  const at = (level: number) => reducedLadder(all, level).map(({ id, fpsMax }) => `${id} ${fpsMax}`);
  expect([0, 1, 2, leastLevel(all)].map(at)).toEqual([
    ['480p 60', '360p 60', '240p 20'],
    ['360p 60', '240p 20'],
    ['240p 20'],
    ['240p 10'],
  ]);
  expect(reducedLadder([], 0)).toEqual([]);
});
