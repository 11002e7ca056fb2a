import { expect, test } from 'vitest';
import { makeBrokenWays } from './broken-ways.ts';

test('a way that failed is tried again after a pause that grows with each failure, up to ten minutes', () => {
  const ways = makeBrokenWays();
  let nowMs = 1_000;
  const pauses = Array.from({ length: 7 }, () => {
    ways.fail('ws', nowMs);
    const failedMs = nowMs;
    while (ways.at(nowMs).has('ws')) nowMs += 1_000;
    return (nowMs - failedMs) / 1_000;
  });
  expect(pauses).toEqual([20, 40, 80, 160, 320, 600, 600]);
});

test('after a long time without a failure the pauses begin anew', () => {
  const ways = makeBrokenWays();
  ways.fail('ws', 0);
  ways.fail('ws', 30_000);
  ways.fail('ws', 2_000_000);
  expect(ways.at(2_019_000).has('ws')).toBe(true);
  expect(ways.at(2_020_000).has('ws')).toBe(false);
});

test('a way that the viewer has left is not taken by itself, until none is left', () => {
  const ways = makeBrokenWays();
  ways.leave('ws');
  ways.fail('hls', 0);
  expect([...ways.at(10_000_000)]).toEqual(['ws']);
  ways.clear();
  expect([...ways.at(0)]).toEqual([]);
});
