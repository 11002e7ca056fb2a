import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useLoaded } from './use-loaded.ts';

afterEach(cleanup);

/** Answers that come when the test says so. */
function setUp() {
  const waiting: {
    readonly key: string;
    readonly signal: AbortSignal;
    readonly answer: (value: string) => void;
  }[] = [];
  const { result, rerender, unmount } = renderHook(
    ({ key }) =>
      useLoaded(key, (signal) => new Promise<string>((answer) => waiting.push({ key, signal, answer }))),
    { initialProps: { key: 'a' } },
  );
  return {
    waiting,
    rerender,
    unmount,
    state: () => result.current.state,
    reload: () => act(() => result.current.reload()),
    answer: (at: number, value: string) => act(async () => waiting[at]!.answer(value)),
  };
}

test('looking again while an answer is on its way gives up nothing, and reads once more after it', async () => {
  const page = setUp();
  page.reload();
  page.reload();
  expect(page.waiting).toHaveLength(1);
  await page.answer(0, 'first');
  expect(page.state()).toEqual({ kind: 'ready', value: 'first' });
  expect(page.waiting[0]!.signal.aborted).toBe(true);
  expect(page.waiting).toHaveLength(2);
  await page.answer(1, 'second');
  expect(page.state()).toEqual({ kind: 'ready', value: 'second' });
  expect(page.waiting).toHaveLength(2);
});

test('another key gives up what was asked for the one before, and what it answers late is not shown', async () => {
  const page = setUp();
  page.reload();
  page.rerender({ key: 'b' });
  expect(page.waiting.map(({ key }) => key)).toEqual(['a', 'b']);
  expect(page.waiting[0]!.signal.aborted).toBe(true);
  await page.answer(0, 'old');
  expect(page.state()).toEqual({ kind: 'loading' });
  await page.answer(1, 'new');
  expect(page.state()).toEqual({ kind: 'ready', value: 'new' });
  expect(page.waiting).toHaveLength(2);
});

test('an answer that comes after the part is gone asks for nothing more', async () => {
  const page = setUp();
  page.reload();
  page.unmount();
  await page.answer(0, 'late');
  expect(page.waiting).toHaveLength(1);
});
