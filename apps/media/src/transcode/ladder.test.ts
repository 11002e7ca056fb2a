import { expect, test } from 'vitest';
import { estimateCores, ladderFor, leastLevel, reducedLadder, rungNear, uncovered } from './ladder.ts';

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

test('pictures that come by themselves stand for the rungs that they are near to', () => {
  expect([480, 540, 360, 270, 240, 180].map(rungNear)).toEqual([
    '480p',
    '480p',
    '360p',
    '240p',
    '240p',
    '240p',
  ]);
  expect([720, 810, 100].map(rungNear)).toEqual([undefined, undefined, undefined]);
});

test.each([
  ['of a studio, in three sizes', [480, 240], []],
  ['halved twice', [360, 180], []],
  ['of OBS, in four sizes', [810, 540, 270], []],
  ['without the smallest', [480], ['240p']],
  ['without the middle one', [240], ['480p']],
  ['that is hardly smaller', [700], ['480p', '360p', '240p']],
  ['none', [], ['480p', '360p', '240p']],
])('of a ladder beside pictures %s it is made what they do not serve', (_what, heights, made) => {
  expect(uncovered(ladderFor(HD, 3), heights).map(({ id }) => id)).toEqual(made);
});
