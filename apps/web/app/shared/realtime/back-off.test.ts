import { expect, test } from 'vitest';
import { nextBackOffMs } from './back-off.ts';

test('the wait starts at a random 50 to 300 ms, doubles and stops at 3000 (REALTIME-025) (CONSTANTS-028)', () => {
  expect(nextBackOffMs(undefined, 0)).toBe(50);
  expect(nextBackOffMs(undefined, 0.9999)).toBe(300);
  const waits = [nextBackOffMs(undefined, 0.5)];
  for (let attempt = 0; attempt < 7; attempt++) waits.push(nextBackOffMs(waits.at(-1), 0.5));
  expect(waits).toEqual([175, 350, 700, 1_400, 2_800, 3_000, 3_000, 3_000]);
});
