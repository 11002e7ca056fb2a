import { expect, test } from 'vitest';
import { BOUNDS_MS, bucketOf, figuresOf, noCounts, quantileOf } from './playback-rules.ts';

test('every time has a bucket, and its bounds belong to the lower one', () => {
  expect([0, 200, 201, 40_000, 40_001, 120_000].map(bucketOf)).toEqual([0, 0, 1, 14, 15, 15]);
});

test('a part of all is found inside its bucket; nothing is known of nobody', () => {
  const counts = BOUNDS_MS.map(() => 0);
  expect(quantileOf(counts, 0.5)).toBeNull();
  counts[bucketOf(450)] = 100;
  expect(quantileOf(counts, 0.5)).toBe(450);
  expect(quantileOf(counts, 0.95)).toBe(495);
  counts[bucketOf(1_800)] = 100;
  expect(quantileOf(counts, 0.25)).toBe(450);
  expect(quantileOf(counts, 0.75)).toBe(1_700);
  expect(quantileOf([...BOUNDS_MS.map(() => 0), 7], 0.5)).toBe(40_000);
});

test('shares are of the time that was wanted, and stalls of an hour of watching', () => {
  const none = figuresOf(noCounts());
  expect(none).toEqual({
    plays: 0,
    failures: 0,
    watched_hours: 0,
    start_p50_ms: null,
    start_p95_ms: null,
    stalls_per_hour: null,
    stalled_percent: null,
    latency_p50_ms: null,
    latency_p95_ms: null,
  });
  const counts = noCounts();
  const sums = { plays: 4, failures: 1, watched_ms: 1_800_000, stalls: 3, stalled_ms: 18_000 };
  expect(figuresOf({ ...counts, sums })).toMatchObject({
    plays: 4,
    failures: 1,
    watched_hours: 0.5,
    stalls_per_hour: 6,
    stalled_percent: 0.99,
  });
});
