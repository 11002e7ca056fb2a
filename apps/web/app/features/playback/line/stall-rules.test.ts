import { expect, test } from 'vitest';
import { afterAnswer, nextStall, noStall, type Stall, STUCK_COUNT_MAX } from './stall-rules.ts';

/** Looks once a second; the progress is what the function makes of the second. */
function watch(seconds: number, progressAt: (second: number) => number, from: Stall = noStall, startMs = 0) {
  let stall = from;
  const told: { readonly second: number; readonly stuckMs: number }[] = [];
  for (let second = 0; second < seconds; second++) {
    const step = nextStall(stall, {
      atMs: startMs + second * 1_000,
      isWanted: true,
      progress: progressAt(second),
    });
    stall = step.stall;
    if (step.stuckMs !== undefined) told.push({ second, stuckMs: step.stuckMs });
  }
  return { stall, told };
}

test('a picture that moves is never told, one that is still is told after ten seconds, once (SHELL-013)', () => {
  expect(watch(600, (second) => second * 25).told).toEqual([]);
  expect(watch(10, () => 7).told).toEqual([]);
  expect(watch(600, () => 7).told).toEqual([{ second: 10, stuckMs: 10_000 }]);
});

test('nine seconds of standing still are nothing, however often they come', () =>
  expect(watch(600, (second) => Math.floor(second / 9)).told).toEqual([]));

test('a line that comes and goes is told at most once a minute and five times in all', () => {
  const { told } = watch(3_600, (second) => Math.floor(second / 15));
  expect(told).toHaveLength(STUCK_COUNT_MAX);
  for (let i = 1; i < told.length; i++)
    expect(told[i]!.second - told[i - 1]!.second).toBeGreaterThanOrEqual(60);
});

test('time in which no picture is wanted does not count, nor what was before it', () => {
  const { stall } = watch(9, () => 7);
  const paused = nextStall(stall, { atMs: 60_000, isWanted: false, progress: 7 });
  expect(paused.stuckMs).toBeUndefined();
  expect(watch(10, () => 7, paused.stall, 61_000).told).toEqual([]);
  expect(watch(11, () => 7, paused.stall, 61_000).told).toHaveLength(1);
});

test('a counter that begins anew is a picture that moves', () =>
  expect(watch(19, (second) => (second < 9 ? 5_000 : 0)).told).toEqual([]));

test('who says no is asked no more; who says yes is asked again only when it is still stuck a minute later', () => {
  const { stall } = watch(11, () => 7);
  expect(watch(3_600, () => 7, afterAnswer(stall, 'no'), 11_000).told).toEqual([]);
  const again = watch(3_600, () => 7, afterAnswer(stall, 'yes'), 11_000).told;
  expect(again.map(({ second }) => second)).toEqual([59]);
});
