import { expect, test } from 'vitest';
import { qualityFault } from './quality-rules.ts';

const LARGE = { width: 1_200, height: 900 };
const light = (of: (at: number) => number) => Uint8Array.from({ length: 400 }, (_, at) => of(at));

test('a picture that is small, dark, full of glare or without an edge is told of, and a sharp one is not', () => {
  const sharp = light((at) => (at % 2 === 0 ? 90 : 200));
  expect(qualityFault(LARGE, sharp, 20)).toBeUndefined();
  expect(qualityFault({ width: 1_200, height: 400 }, sharp, 20)).toBe('small');
  expect(
    qualityFault(
      LARGE,
      light((at) => (at % 2 === 0 ? 10 : 60)),
      20,
    ),
  ).toBe('dark');
  expect(
    qualityFault(
      LARGE,
      light((at) => (at % 2 === 0 ? 255 : 120)),
      20,
    ),
  ).toBe('glare');
  expect(
    qualityFault(
      LARGE,
      light(() => 130),
      20,
    ),
  ).toBe('blurred');
});
