import { HOUR_MS } from '@klieg/kernel/time';
import { expect, test } from 'vitest';
import { estimateKbps } from './line-estimate.ts';

test('a line is what the browser believes or what the last visit saw, whichever is less', () => {
  expect(estimateKbps(1.5, undefined, 0)).toBe(1_500);
  expect(estimateKbps(10, { kbps: 400, atMs: 0 }, HOUR_MS)).toBe(400);
  expect(estimateKbps(0.3, { kbps: 400, atMs: 0 }, HOUR_MS)).toBe(300);
  expect(estimateKbps(undefined, { kbps: 400, atMs: 0 }, HOUR_MS)).toBe(400);
});

test('an old visit and a browser that says nothing say nothing of it', () => {
  expect(estimateKbps(undefined, undefined, 0)).toBeUndefined();
  expect(estimateKbps(undefined, { kbps: 400, atMs: 0 }, 13 * HOUR_MS)).toBeUndefined();
  // Browsers that are offline believe in 0.
  expect(estimateKbps(0, undefined, 0)).toBeUndefined();
});
