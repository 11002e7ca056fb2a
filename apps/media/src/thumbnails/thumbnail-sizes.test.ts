import { expect, test } from 'vitest';
import { fitWidth, thumbnailSizes } from './thumbnail-sizes.ts';

const widthsOf = (width: number, height: number) =>
  thumbnailSizes({ width, height }).map((size) => size.width);

test('a size larger than the source is not made, and each keeps the shape in even numbers', () => {
  expect(widthsOf(1920, 1080)).toEqual([160, 320, 640, 960]);
  expect(widthsOf(640, 480)).toEqual([160, 320, 640]);
  expect(widthsOf(480, 640)).toEqual([160, 320]);
  expect(thumbnailSizes({ width: 854, height: 480 })).toEqual([
    { width: 160, height: 90 },
    { width: 320, height: 180 },
    { width: 640, height: 360 },
  ]);
});

test('a picture below the smallest size keeps its own', () => {
  expect(thumbnailSizes({ width: 128, height: 96 })).toEqual([{ width: 128, height: 96 }]);
  expect(thumbnailSizes({ width: 3, height: 1 })).toEqual([{ width: 4, height: 2 }]);
});

test('what was not made is answered by the next smaller, and below all by the smallest', () => {
  const images = [{ width: 160 }, { width: 320 }];
  expect(fitWidth(images, 960)).toBe(images[1]);
  expect(fitWidth(images, 320)).toBe(images[1]);
  expect(fitWidth([{ width: 320 }], 160)).toEqual({ width: 320 });
  expect(fitWidth([], 160)).toBeUndefined();
});
