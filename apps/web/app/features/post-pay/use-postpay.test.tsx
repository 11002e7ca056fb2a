import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { usePostpay } from './use-postpay.ts';

beforeEach(() => {
  vi.useFakeTimers();
  act(() => meStore.dispatch({ type: 'loaded', current: currentUserFixture({}) }));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a question for the credit line that is not answered is asked again, and its answer is shown', async () => {
  const replies: Record<string, unknown> = {
    'GET /billing/postpay': refusal(503, 'common.unavailable'),
  };
  const sent = stubServer(replies);
  const { result } = renderHook(usePostpay);
  await pass(0);
  expect([sent.length, result.current.postpay]).toEqual([1, undefined]);
  replies['GET /billing/postpay'] = { state: 'off', offered_tokens: 500 };
  await pass(5_000);
  expect([sent.length, result.current.postpay]).toEqual([2, { state: 'off', offered_tokens: 500 }]);
  await pass(60_000);
  expect(sent).toHaveLength(2);
});

test('a refusal is final, and a page that is left asks no more', async () => {
  const replies: Record<string, unknown> = { 'GET /billing/postpay': refusal(403, 'common.forbidden') };
  const sent = stubServer(replies);
  const { unmount } = renderHook(usePostpay);
  await pass(60_000);
  expect(sent).toHaveLength(1);
  unmount();
  replies['GET /billing/postpay'] = refusal(503, 'common.unavailable');
  const left = renderHook(usePostpay);
  await pass(0);
  left.unmount();
  await pass(60_000);
  expect(sent).toHaveLength(2);
});
