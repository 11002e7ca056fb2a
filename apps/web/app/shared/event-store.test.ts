import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeEventStore } from './event-store.ts';

interface Word {
  readonly text: string;
  readonly isUrgent?: boolean;
}

const makeWords = () =>
  makeEventStore<readonly string[], Word>(
    [],
    (words, { text }) => (text ? [...words, text] : words),
    ({ isUrgent }) => !isUrgent,
  );

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('however many events come, listeners are called once with the next frame, and the order is kept', () => {
  const store = makeWords();
  const seen: number[] = [];
  store.subscribe(() => seen.push(store.get().length));
  for (let at = 0; at < 50; at++) store.dispatch({ text: String(at) });
  expect(store.get()).toHaveLength(50);
  expect(seen).toEqual([]);
  vi.advanceTimersToNextFrame();
  expect(seen).toEqual([50]);
  expect(store.get()).toEqual(Array.from({ length: 50 }, (_, at) => String(at)));
  vi.advanceTimersByTime(1_000);
  expect(seen).toEqual([50]);
});

test('what cannot wait is told at once, with what waited, and not a second time', () => {
  const store = makeWords();
  const listener = vi.fn();
  store.subscribe(listener);
  store.dispatch({ text: 'a' });
  store.dispatch({ text: 'b', isUrgent: true });
  expect(listener).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_000);
  expect(listener).toHaveBeenCalledTimes(1);
  store.dispatch({ text: 'c' });
  vi.advanceTimersByTime(1_000);
  expect(listener).toHaveBeenCalledTimes(2);
});

test('a page that draws no frames is told too', () => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  const store = makeWords();
  const listener = vi.fn();
  store.subscribe(listener);
  store.dispatch({ text: 'a' });
  vi.advanceTimersByTime(300);
  expect(listener).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
});

test('an event that changes nothing wakes nobody', () => {
  const store = makeWords();
  const listener = vi.fn();
  store.subscribe(listener);
  store.dispatch({ text: '', isUrgent: true });
  vi.advanceTimersByTime(1_000);
  expect(listener).not.toHaveBeenCalled();
});
