import { expect, test } from 'vitest';
import { type Crop, fitCrop, NO_CROP, refusePicture, turnedSize } from './crop-rules.ts';

const wide = { width: 400, height: 200 };

test('the shorter side fills the square, also when the picture lies on its side', () => {
  expect(turnedSize(wide, NO_CROP, 100)).toEqual({ width: 200, height: 100 });
  expect(turnedSize(wide, { ...NO_CROP, quarters: 1 }, 100)).toEqual({ width: 100, height: 200 });
});

const cases: readonly (readonly [Partial<Crop>, Partial<Crop>])[] = [
  [{ x: 500, y: 9 }, { x: 50 }],
  [{ x: -500, y: -9 }, { x: -50 }],
  [
    { zoom: 2, x: 500, y: 500 },
    { zoom: 2, x: 150, y: 50 },
  ],
  [{ zoom: 0.2, x: 10 }, { x: 10 }],
  [{ zoom: 99 }, { zoom: 4 }],
  [
    { quarters: 1, x: 40, y: 40 },
    { quarters: 1, y: 40 },
  ],
  [{ quarters: -1 }, { quarters: 3 }],
  [{ quarters: 4 }, {}],
];
test.each(cases)('%o is kept as %o, so that the square stays full', (given, kept) => {
  const { x, y, ...others } = { ...NO_CROP, ...kept };
  expect(fitCrop(wide, { ...NO_CROP, ...given }, 100)).toEqual({
    ...others,
    x: expect.closeTo(x),
    y: expect.closeTo(y),
  });
});

test('PNG, JPEG, GIF and WEBP are pictures, other formats and other files are not (SETTINGS-034) (SETTINGS-035)', () => {
  const say = (type: string) => refusePicture({ type });
  expect(['image/png', 'image/jpeg', 'image/gif', 'image/webp'].map(say)).toEqual(Array(4).fill(undefined));
  expect(['image/bmp', 'image/svg+xml', 'image/heic', 'image/avif'].map(say)).toEqual(
    Array(4).fill('format'),
  );
  expect(['', 'text/plain', 'video/mp4', 'application/pdf'].map(say)).toEqual(Array(4).fill('not_image'));
});
