import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { AirTime } from './air-time.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('says for how long the broadcast has run, and counts on', () => {
  renderPage(<AirTime sinceMs={Date.now() - 4_354_000} />);
  expect(screen.getByText(/On the air for/u).parentElement!.textContent).toBe('On the air for01:12:34');
  act(() => void vi.advanceTimersByTime(2_000));
  expect(screen.getByText(/On the air for/u).parentElement!.textContent).toBe('On the air for01:12:36');
});
