import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { JUMP_MS, watchResume } from './resume-watch.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a clock that jumped, a network that came back and a page out of memory are each told once', () => {
  const onResume = vi.fn();
  const stop = watchResume(onResume);
  vi.advanceTimersByTime(60_000);
  expect(onResume).not.toHaveBeenCalled();
  vi.setSystemTime(Date.now() + JUMP_MS + 1_000);
  vi.advanceTimersByTime(2_000);
  expect(onResume).toHaveBeenCalledTimes(1);
  dispatchEvent(new Event('online'));
  expect(onResume).toHaveBeenCalledTimes(2);
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  expect(onResume).toHaveBeenCalledTimes(2);
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(onResume).toHaveBeenCalledTimes(3);
  stop();
  dispatchEvent(new Event('online'));
  expect(onResume).toHaveBeenCalledTimes(3);
});
