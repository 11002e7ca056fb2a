import { type Uuid, uuidv7 } from '@klieg/kernel';
import { expect, test } from 'vitest';
import { allRanges, leastIdAt, recentRanges } from './reconcile-scope.ts';

const DAY_MS = 86_400_000;
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

test('recent runs visit each earlier day in turn and then begin again with the oldest L16', () => {
  const oldest = idAt(NOW - 3 * DAY_MS);
  const visited: string[] = [];
  let next: number | undefined;
  for (let run = 0; run < 4; run += 1) {
    const turn = recentRanges(oldest, next, NOW);
    expect(turn.ranges[0]!.from).toBe(leastIdAt(NOW - DAY_MS));
    visited.push(turn.ranges[1]!.to);
    next = turn.next;
  }
  const midnight = Date.parse('2026-11-17T00:00:00Z');
  const ends = [midnight + DAY_MS, midnight + 2 * DAY_MS, NOW - DAY_MS, midnight + DAY_MS];
  expect(visited).toEqual(ends.map(leastIdAt));
});

test('a ledger of today, or none, has one range L16', () => {
  expect(recentRanges(undefined, undefined, NOW).ranges).toHaveLength(1);
  expect(recentRanges(idAt(NOW - 1000), undefined, NOW).ranges).toHaveLength(1);
});
