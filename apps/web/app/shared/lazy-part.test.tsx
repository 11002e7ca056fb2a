import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { createElement, Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { watchToasts } from '@klieg/ui';
import { lazyPart, loadPart, PART_MS } from './lazy-part.ts';
import { renderPage } from './testing/render-page.tsx';
import { stubServer } from './testing/stub-server.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['Failed to fetch dynamically imported module: https://host/assets/a.js', 'missing'],
  ['error loading dynamically imported module: https://host/assets/a.js', 'missing'],
  ['Importing a module script failed.', 'missing'],
  ['a is not defined', 'other'],
])('%s is a chunk load error: %s (ERRORS-010)', async (message, kind) => {
  await expect(loadPart(() => Promise.reject(new Error(message)))).rejects.toThrow(
    `ChunkLoadError (${kind}): Error: ${message}`,
  );
});

test('a part that takes longer than 120 s is given up (ERRORS-010) (CONSTANTS-045)', async () => {
  vi.useFakeTimers();
  expect(PART_MS).toBe(120_000);
  const failed = vi.fn();
  loadPart(() => new Promise(() => {})).catch(failed);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(String(failed.mock.calls[0]![0])).toContain('ChunkLoadError (timeout)');
});

test('a part that comes is drawn, and nothing waits on', async () => {
  vi.useFakeTimers();
  expect(await loadPart(async () => 7)).toBe(7);
  expect(vi.getTimerCount()).toBe(0);
});

test('a part that does not come is reported, closes what was to be open and says nothing (ERRORS-010)', async () => {
  const sent = stubServer({ 'POST /log/react-error': { status: 1, code: 'ABCD2345' } });
  const toasts = vi.fn();
  const stop = watchToasts(toasts);
  const onClose = vi.fn();
  const Part = lazyPart((): Promise<{ default: (props: { readonly onClose: () => void }) => null }> =>
    Promise.reject(new Error('Failed to fetch dynamically imported module: /assets/a.js')),
  );
  await act(async () => {
    renderPage(createElement(Suspense, null, 'the page', createElement(Part, { onClose })));
  });
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  stop();
  expect(screen.getByText('the page')).toBeTruthy();
  expect(toasts).not.toHaveBeenCalled();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect((sent[0]!.body as { errorMessage: string }).errorMessage).toMatch(/^ChunkLoadError \(missing\): /u);
});
