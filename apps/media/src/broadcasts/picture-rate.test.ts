import { expect, test } from 'vitest';
import { makePictureRate } from './picture-rate.ts';

test('the rate follows the source, and pauses and jumps say nothing of it', () => {
  const rate = makePictureRate();
  let ticks = 0;
  rate.onPicture(ticks);
  expect(rate.fps).toBeUndefined();
  for (let i = 0; i < 200; i++) rate.onPicture((ticks += 3_000));
  expect(rate.fps).toBeCloseTo(30);
  rate.onPicture((ticks += 900_000));
  rate.onPicture((ticks -= 500_000));
  expect(rate.fps).toBeCloseTo(30);
  for (let i = 0; i < 200; i++) rate.onPicture((ticks += 1_500));
  expect(rate.fps).toBeCloseTo(60, 0);
});
