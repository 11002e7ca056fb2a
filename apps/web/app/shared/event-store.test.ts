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

test('an answer that was on its way does not undo what was told meanwhile', async () => {
  const store = makeEventStore<Readonly<Record<string, number>>, Readonly<Record<string, number>>>(
    {},
    (state, event) => ('all' in event ? { list: 1 } : { ...state, ...event }),
  );
  const answer = Promise.withResolvers<Readonly<Record<string, number>>>();
  const done = store.read(answer.promise, (event) => !('own' in event));
  store.dispatch({ news: 7 });
  store.dispatch({ own: 1 });
  expect(store.get()).toEqual({ news: 7, own: 1 });
  answer.resolve({ all: 1 });
  await done;
  expect(store.get()).toEqual({ list: 1, news: 7 });
  store.dispatch({ later: 2 });
  expect(store.get()).toEqual({ list: 1, news: 7, later: 2 });
});

test('an answer that fails leaves the store as it is', async () => {
  const store = makeWords();
  const read = store.read(Promise.reject(new Error('no')), () => true);
  await expect(read).rejects.toThrow('no');
  store.dispatch({ text: 'on', isUrgent: true });
  expect(store.get()).toEqual(['on']);
});
