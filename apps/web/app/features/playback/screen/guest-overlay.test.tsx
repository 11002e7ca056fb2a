import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { overlayDelayMs, useGuestOverlay } from './guest-overlay.ts';

function Probe({ isGuest, vidstop }: { readonly isGuest: boolean; readonly vidstop: string | null }) {
  return <p>{useGuestOverlay(isGuest, vidstop) ? 'covered' : 'open'}</p>;
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('two minutes by default, one with vidstop=1, none with vidstop=now or when seen before (SHELL-012, SHELL-027, SHELL-028) (CONSTANTS-005)', () => {
  expect(overlayDelayMs(null, false)).toBe(120_000);
  expect(overlayDelayMs('2', false)).toBe(120_000);
  expect(overlayDelayMs('1', false)).toBe(60_000);
  expect(overlayDelayMs('now', false)).toBe(0);
  expect(overlayDelayMs('1', true)).toBe(0);
});

test('the overlay comes after its time, stays known to this browser, and goes at login (SHELL-027, SHELL-028)', () => {
  const { rerender } = render(<Probe isGuest vidstop="1" />);
  act(() => vi.advanceTimersByTime(59_999));
  expect(screen.getByText('open')).toBeTruthy();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.getByText('covered')).toBeTruthy();
  rerender(<Probe isGuest={false} vidstop="1" />);
  expect(screen.getByText('open')).toBeTruthy();
  cleanup();
  render(<Probe isGuest vidstop={null} />);
  act(() => vi.advanceTimersByTime(0));
  expect(screen.getByText('covered')).toBeTruthy();
});

test('somebody who is logged in never gets it', () => {
  render(<Probe isGuest={false} vidstop="now" />);
  act(() => vi.advanceTimersByTime(200_000));
  expect(screen.getByText('open')).toBeTruthy();
});
