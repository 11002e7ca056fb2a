import { type Uuid, uuidv7 } from '@klieg/kernel';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@klieg/kernel/time';
import { expect, test } from 'vitest';
import { allRanges, leastIdAt, recentRanges } from './reconcile-scope.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const idAt = (ms: number): Uuid => `${leastIdAt(ms).slice(0, 14)}7fff-bfff-ffffffffffff` as Uuid;

test('the pieces of a full run leave nothing out and nothing twice L16', () => {
  const ranges = allRanges(idAt(NOW - 100 * DAY_MS), NOW);
  expect(ranges.length).toBe(4);
  expect(ranges[0]!.from < leastIdAt(0)).toBe(true);
  for (const [index, range] of ranges.entries()) {
    if (index > 0) expect(range.from).toBe(ranges[index - 1]!.to);
  }
  expect(ranges.at(-1)!.to > uuidv7(2 ** 47)).toBe(true);
  expect(allRanges(undefined, NOW)).toHaveLength(1);
});

test('recent runs visit the older pieces in turn and then begin again with the oldest L16', () => {
  const oldest = idAt(NOW - 5 * HOUR_MS);
  const visited: string[][] = [];
  let next: number | undefined;
  for (let run = 0; run < 4; run += 1) {
    const now = NOW + run * MINUTE_MS;
    const turn = recentRanges(oldest, next, now);
    expect(turn.ranges[0]!.from).toBe(leastIdAt(now - HOUR_MS));
    visited.push([turn.ranges[1]!.from, turn.ranges[1]!.to]);
    next = turn.next;
  }
  const least = allRanges(undefined, NOW)[0]!.from;
  const [first, second] = [leastIdAt(NOW - 3 * HOUR_MS), leastIdAt(NOW - HOUR_MS)];
  expect(visited).toEqual([
    [least, first],
    [first, second],
    // The hour went on meanwhile.
    [second, leastIdAt(NOW + 2 * MINUTE_MS - HOUR_MS)],
    [least, first],
  ]);
});

test('a ledger of this hour, or none, has one range L16', () => {
  expect(recentRanges(undefined, undefined, NOW).ranges).toHaveLength(1);
  expect(recentRanges(idAt(NOW - 1000), undefined, NOW).ranges).toHaveLength(1);
});
