import { expect, test } from 'vitest';
import { makeCountedLately } from './counted-lately.ts';

test('where there is much to count, it stands for twenty times as long as it took, by its key; else it is counted each time', () => {
  let now = 0;
  let counts = 0;
  let isMuch = true;
  const counted = makeCountedLately(
    () => isMuch,
    () => now,
  );
  const count = (key: string) =>
    counted(key, () => {
      now += 50;
      return (counts += 1);
    });
  expect([count('a'), count('a'), count('b')]).toEqual([1, 1, 2]);
  now = 50 + 999;
  expect(count('a')).toBe(1);
  now = 50 + 1_000;
  expect(count('a')).toBe(3);
  isMuch = false;
  expect([count('a'), count('a')]).toEqual([4, 5]);
  isMuch = true;
  // Many keys do not fill the memory.
  for (let at = 0; at < 200; at++) count(`many ${at}`);
  expect(count('many 0')).toBe(206);
});
