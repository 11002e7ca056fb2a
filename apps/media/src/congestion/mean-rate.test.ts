import { expect, test } from 'vitest';
import { makeMeanRate } from './mean-rate.ts';

test('an even rate is found from the first seconds on, and forgotten when it ends', () => {
  const rate = makeMeanRate(2_000);
  expect(rate.at(0)).toBe(0);
  for (let atMs = 0; atMs < 10_000; atMs += 20) {
    rate.add(1_250, atMs);
    if (atMs > 1_500) {
      expect(rate.at(atMs)).toBeGreaterThan(480);
      expect(rate.at(atMs)).toBeLessThan(520);
    }
  }
  expect(rate.at(20_000)).toBeLessThan(10);
});

test('one large packet at the beginning is no fast line', () => {
  const rate = makeMeanRate(2_000);
  rate.add(12_500, 0);
  expect(rate.at(1)).toBeLessThan(150);
});
