import { expect, test } from 'vitest';
import { listDelayMs } from './list-delay.ts';

test('a list of media is read again after 2 to 12 seconds (CONSTANTS-075)', () => {
  expect(listDelayMs(0)).toBe(2_000);
  expect(listDelayMs(0.5)).toBe(7_000);
  expect(listDelayMs(1)).toBe(12_000);
});
