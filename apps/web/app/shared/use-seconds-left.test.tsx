import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSecondsLeft } from './use-seconds-left.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

const Clock = ({ at }: { readonly at: number | null }) => <p>{useSecondsLeft(at)} left</p>;

test('a time that is told long after the page has come counts from then on', () => {
  const { rerender } = render(<Clock at={null} />);
  expect(screen.getByText(/left/).textContent).toBe('0 left');
  vi.setSystemTime(1_009_000);
  rerender(<Clock at={1_069_000} />);
  expect(screen.getByText(/left/).textContent).toBe('60 left');
  act(() => void vi.advanceTimersByTime(2_000));
  expect(screen.getByText(/left/).textContent).toBe('58 left');
  act(() => void vi.advanceTimersByTime(90_000));
  expect(screen.getByText(/left/).textContent).toBe('0 left');
});
