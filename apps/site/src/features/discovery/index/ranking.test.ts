import { DAY_MS } from '@klieg/kernel/time';
import { describe, expect, test } from 'vitest';
import { rankPointsOf, sumOf } from './ranking.ts';

const NOW = Date.UTC(2026, 10, 24);
const cardOf = (more: object = {}) => ({
  viewer_count: 0,
  ratings: { average: 0, count: 0 },
  connection_quality: 4,
  started_at: null,
  ...more,
});
const points = (more: object, createdAt = NOW - 90 * DAY_MS) =>
  sumOf(rankPointsOf(cardOf(more), createdAt, NOW));

describe('the order of lists', () => {
  test('weighs viewers by doublings', () => {
    expect(points({ viewer_count: 127 }) - points({ viewer_count: 63 })).toBeCloseTo(1);
    expect(points({ viewer_count: 1 }) - points({ viewer_count: 0 })).toBeCloseTo(1);
  });

  test('takes few ratings for little, and nobody’s for those of most', () => {
    const rated = (average: number, count: number) => points({ ratings: { average, count } });
    expect(rated(0, 0)).toBe(rated(80, 500));
    expect(rated(100, 1)).toBeLessThan(rated(100, 100));
    expect(rated(20, 1)).toBeGreaterThan(rated(20, 100));
  });

  test('gives a newcomer who has just opened a place beside a liked room with 25 viewers (docs/ranking.md)', () => {
    const newcomer = points({ started_at: new Date(NOW).toISOString() }, NOW);
    const liked = points({ viewer_count: 25, ratings: { average: 90, count: 200 } });
    expect(newcomer).toBeCloseTo(liked, 0);
  });

  test('lets both go down to nothing, and counts no time of tomorrow', () => {
    expect(points({}, NOW - 30 * DAY_MS)).toBe(points({}, NOW - 300 * DAY_MS));
    const opened = (minutesAgo: number) =>
      points({ started_at: new Date(NOW - minutesAgo * 60_000).toISOString() });
    expect(opened(15)).toBe(opened(600));
    expect(opened(-5)).toBe(opened(0));
  });
});
