import { silentLog } from '@klieg/kernel';
import { afterEach, expect, test, vi } from 'vitest';
import { startChore } from './start-chore.ts';

afterEach(() => vi.useRealTimers());

function startWatched(run: () => Promise<unknown>, everyMs = 60_000) {
  vi.useFakeTimers();
  const told: unknown[] = [];
  const failures: unknown[] = [];
  const chore = startChore(
    { failure: 'pictures could not be dropped', everyMs, on: 'one', run },
    {
      log: { ...silentLog, error: (fields: object, words?: string) => void told.push([words, fields]) },
      logged: () => (error) => void failures.push(error),
    },
  );
  return { told, failures, chore };
}

test('a chore that does not end is not begun again, is told of each ten minutes, and goes on when it ends', async () => {
  const ends: (() => void)[] = [];
  const { told, chore } = startWatched(() => new Promise<void>((resolve) => ends.push(resolve)));
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(ends).toHaveLength(1);
  expect(told).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(21 * 60_000);
  expect(ends).toHaveLength(1);
  expect(told).toHaveLength(3);
  expect(told[0]).toEqual([
    'a chore does not end, and does not run again until it has',
    { chore: 'pictures could not be dropped' },
  ]);
  ends[0]!();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ends).toHaveLength(2);
  chore.stop();
});

test('a chore that fails is told of, and runs again', async () => {
  let runs = 0;
  const { failures, chore } = startWatched(() => Promise.reject(new Error(`run ${++runs}`)));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(failures.map(String)).toEqual(['Error: run 1', 'Error: run 2']);
  chore.stop();
});

test('what is done once a day is done a first time within a quarter of an hour, and then each day', async () => {
  let runs = 0;
  const { chore } = startWatched(() => Promise.resolve(++runs), 24 * 3_600_000);
  await vi.advanceTimersByTimeAsync(4 * 60_000);
  expect(runs).toBe(0);
  await vi.advanceTimersByTimeAsync(11 * 60_000);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(23 * 3_600_000);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(runs).toBe(2);
  chore.stop();
  await vi.advanceTimersByTimeAsync(48 * 3_600_000);
  expect(runs).toBe(2);
});
