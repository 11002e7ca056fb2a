import { type AccountId, silentLog } from '@klieg/kernel';
import { expect, test, vi } from 'vitest';
import { makeMemoryBus } from '../../platform/bus/index.ts';
import { makeOnlineBoard } from './online-board.ts';

const anna = 1 as AccountId;

test('somebody with pages on two nodes came once and goes with the last', async () => {
  vi.useFakeTimers();
  const bus = makeMemoryBus(silentLog);
  const [one, two] = [makeOnlineBoard(bus, { now: Date.now }), makeOnlineBoard(bus, { now: Date.now })];
  const told: string[] = [];
  one.onChange((_id, isOnline) => told.push(`one ${isOnline}`));
  two.onChange((_id, isOnline) => told.push(`two ${isOnline}`));

  one.set(anna, true);
  await vi.advanceTimersByTimeAsync(0);
  two.set(anna, true);
  await vi.advanceTimersByTimeAsync(0);
  one.set(anna, false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(told).toEqual(['one true']);
  expect(one.isOnline(anna)).toBe(true);
  two.set(anna, false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(told).toEqual(['one true', 'two false']);
  expect(one.isOnline(anna)).toBe(false);
  one.close();
  two.close();
  vi.useRealTimers();
});

test('people of a node that fell silent are gone', async () => {
  vi.useFakeTimers();
  const bus = makeMemoryBus(silentLog);
  const [one, two] = [makeOnlineBoard(bus, { now: Date.now }), makeOnlineBoard(bus, { now: Date.now })];
  two.set(anna, true);
  await vi.advanceTimersByTimeAsync(0);
  expect(one.isOnline(anna)).toBe(true);
  two.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(one.isOnline(anna)).toBe(false);
  one.close();
  vi.useRealTimers();
});
