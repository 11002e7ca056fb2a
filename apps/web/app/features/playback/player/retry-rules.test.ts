import { expect, test } from 'vitest';
import { afterClose, retryDelayMs } from './retry-rules.ts';

test('attempts come each second at first, later each five seconds, and never all at once', () => {
  expect([0, 1, 2, 3, 11].map((attempt) => retryDelayMs(attempt, 0))).toEqual([
    250, 500, 1_000, 1_000, 1_000,
  ]);
  expect(retryDelayMs(50, 0)).toBe(5_000);
  expect(retryDelayMs(50, 1)).toBe(2_500);
});

test.each([
  [4401, 'retry_token'],
  [4404, 'retry_gone'],
  [4409, 'refuse'],
  [1008, 'refuse'],
  [4429, 'retry'],
  [1001, 'retry'],
  [1006, 'retry'],
] as const)('after close %i the player does %s (LIVE-VIDEO-033)', (code, next) => {
  expect(afterClose(code)).toBe(next);
});
