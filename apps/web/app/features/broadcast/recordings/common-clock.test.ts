import { expect, test } from 'vitest';
import { correction, placeAt } from './common-clock.ts';

test('a file that began later, stood still for a while and ended earlier is where the clock says', () => {
  const clock = [
    { file: 0, at: 2 },
    { file: 10, at: 15 },
  ];
  expect([0, 1.9, 2, 11.5, 12.5, 14.9, 15, 17, 18.1].map((second) => placeAt(clock, second, 13))).toEqual([
    undefined,
    undefined,
    0,
    9.5,
    undefined,
    undefined,
    10,
    12,
    undefined,
  ]);
  expect(placeAt([], 1, 10)).toBeUndefined();
});

test('a picture that is a little off is brought back by its speed, one that is far off by a jump', () => {
  expect(correction(10, 10.01)).toEqual({ jump: false, rate: 1 });
  expect(correction(10, 10.1).rate).toBeGreaterThan(1);
  expect(correction(10, 9.9).rate).toBeLessThan(1);
  expect(correction(10, 12)).toEqual({ jump: true, rate: 1 });
});
