import { afterEach, expect, test, vi } from 'vitest';
import { refusal, stubServer } from '../testing/stub-server.ts';
import { isOlder, startSession } from './start-session.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('versions compare part by part as numbers (REALTIME-001)', () => {
  expect(isOlder('1.9.0', '1.10.0')).toBe(true);
  expect(isOlder('1.10.0', '1.9.0')).toBe(false);
  expect(isOlder('1.0.0', '1.0.0')).toBe(false);
  expect(isOlder('1.0', '1.0.1')).toBe(true);
});

test('a page that got no token asks again, patiently and never twice at once', async () => {
  vi.useFakeTimers();
  const sent = stubServer({ 'GET /site_config': refusal(503, 'common.unavailable') });
  await Promise.all([startSession(), startSession()]);
  expect(sent).toHaveLength(1);
  for (const [passedMs, calls] of [
    [999, 1],
    [1, 2],
    [2_000, 3],
    [60_000, 8],
  ] as const) {
    await vi.advanceTimersByTimeAsync(passedMs);
    expect(sent).toHaveLength(calls);
  }
});
