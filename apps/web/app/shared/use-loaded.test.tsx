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
    readonly refuse: () => void;
  }[] = [];
  const { result, rerender, unmount } = renderHook(
    ({ key, version }) =>
      useLoaded(
        key,
        (signal) =>
          new Promise<string>((answer, refuse) =>
            waiting.push({ key, signal, answer, refuse: () => refuse(new Error('away')) }),
          ),
        version,
      ),
    { initialProps: { key: 'a', version: 1 } },
  );
  return {
    waiting,
    show: (key: string, version = 1) => rerender({ key, version }),
    unmount,
    state: () => result.current.state,
    reload: () => act(() => result.current.reload()),
    answer: (at: number, value: string) => act(async () => waiting[at]!.answer(value)),
    refuse: (at: number) => act(async () => waiting[at]!.refuse()),
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
  page.show('b');
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

test('a list stays until the one of another filter is there, and gives way where that one does not load', async () => {
  const page = setUp();
  await page.answer(0, 'videos');
  page.show('b');
  expect(page.state()).toEqual({ kind: 'ready', value: 'videos' });
  await page.refuse(1);
  expect(page.state()).toEqual({ kind: 'failed' });
  page.show('c');
  expect(page.state()).toEqual({ kind: 'loading' });
  await page.answer(2, 'pictures');
  expect(page.state()).toEqual({ kind: 'ready', value: 'pictures' });
});

test('what is read again because it may have changed stays where that fails', async () => {
  const page = setUp();
  await page.answer(0, 'first');
  page.show('a', 2);
  await page.refuse(1);
  expect(page.state()).toEqual({ kind: 'ready', value: 'first' });
  page.reload();
  await page.refuse(2);
  expect(page.state()).toEqual({ kind: 'ready', value: 'first' });
  page.show('a', 3);
  await page.answer(3, 'second');
  expect(page.state()).toEqual({ kind: 'ready', value: 'second' });
});
