import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeSendInTurn } from './send-in-turn.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Sends posts by their names. @returns those that went, oldest first */
function open() {
  const gone: string[] = [];
  const send = makeSendInTurn((ms, run) => void setTimeout(run, ms));
  return {
    gone,
    send: (name: string, isReordered: boolean) => send(() => gone.push(name), { delayMs: 0, isReordered }),
  };
}

test('two posts change places, and the next two again', () => {
  const { gone, send } = open();
  for (const name of ['a', 'b', 'c', 'd']) send(name, true);
  vi.advanceTimersByTime(1_000);
  expect(gone.toSorted()).toEqual(['a', 'b', 'c', 'd']);
  expect(gone.indexOf('b')).toBeLessThan(gone.indexOf('a'));
  expect(gone.indexOf('d')).toBeLessThan(gone.indexOf('c'));
});

test('one that no other follows goes late, once', () => {
  const { gone, send } = open();
  send('a', true);
  vi.advanceTimersByTime(5_000);
  expect(gone).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(gone).toEqual(['a']);
  send('b', true);
  send('c', false);
  vi.advanceTimersByTime(60_000);
  expect(gone).toEqual(['a', 'c', 'b']);
});

test('without it posts go in their order', () => {
  const { gone, send } = open();
  for (const name of ['a', 'b']) send(name, false);
  vi.advanceTimersByTime(1_000);
  expect(gone).toEqual(['a', 'b']);
});
