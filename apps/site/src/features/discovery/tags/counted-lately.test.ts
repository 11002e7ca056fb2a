import { expect, test } from 'vitest';
import { makeCountedLately } from './counted-lately.ts';

test('what takes long to count stands for twenty times as long, by its key; what is quick is counted each time', () => {
  let now = 0;
  let counts = 0;
  const counted = makeCountedLately(() => now);
  const count = (key: string, tookMs: number) =>
    counted(key, () => {
      now += tookMs;
      return (counts += 1);
    });
  expect([count('a', 50), count('a', 50), count('b', 50)]).toEqual([1, 1, 2]);
  now = 50 + 999;
  expect(count('a', 50)).toBe(1);
  now = 50 + 1_000;
  expect(count('a', 50)).toBe(3);
  expect([count('quick', 9), count('quick', 9)]).toEqual([4, 5]);
  // Many keys do not fill the memory.
  for (let at = 0; at < 200; at++) count(`many ${at}`, 10);
  expect(count('many 0', 10)).toBe(206);
});
