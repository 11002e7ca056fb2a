import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LINGER_MS, makeListAsking } from './list-asking.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function setUp() {
  const sent: string[] = [];
  const asking = makeListAsking({
    start: (sort) => sent.push(sort),
    stop: () => sent.push('stop'),
    now: () => Date.now(),
  });
  return { sent, asking };
}

test('somebody who goes to and fro between list and chat asks once; the list ends some time after (CHAT-020) (CHAT-021)', () => {
  const { sent, asking } = setUp();
  for (let i = 0; i < 100; i++) {
    asking.want('tokens');
    vi.advanceTimersByTime(500);
    asking.want(undefined);
    vi.advanceTimersByTime(500);
  }
  expect(sent).toEqual(['tokens']);
  vi.advanceTimersByTime(LINGER_MS);
  expect(sent).toEqual(['tokens', 'stop']);
  asking.want('tokens');
  expect(sent).toEqual(['tokens', 'stop', 'tokens']);
});

test('orders changed faster than the server takes them end with the last one, within its rate (CHAT-020)', () => {
  const { sent, asking } = setUp();
  for (let i = 0; i < 60; i++) {
    asking.want(i % 2 === 0 ? 'tokens' : 'username');
    vi.advanceTimersByTime(100);
  }
  expect(sent).toHaveLength(5);
  vi.advanceTimersByTime(11_000);
  expect(sent).toHaveLength(6);
  expect(sent.at(-1)).toBe('username');
});

test('nothing is sent after the end', () => {
  const { sent, asking } = setUp();
  asking.want('tokens');
  asking.want(undefined);
  asking.end();
  vi.advanceTimersByTime(LINGER_MS * 2);
  expect(sent).toEqual(['tokens']);
});
