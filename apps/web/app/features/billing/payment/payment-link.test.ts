import { expect, test, vi } from 'vitest';
import { openPaymentLink } from './payment-link.ts';

const ports = (opened: { opener: unknown } | null = { opener: 'page' }) => ({
  openWindow: vi.fn(() => opened),
  go: vi.fn(),
  frame: vi.fn(),
  onWindow: vi.fn(),
  onLeave: vi.fn(),
});
const LINK = 'https://pay.example/1';

test('a new window has no way back into the page, which stays and waits', () => {
  const opened = { opener: 'page' as unknown };
  const way = ports(opened);
  openPaymentLink(LINK, 'new_window', way);
  expect(way.openWindow).toHaveBeenCalledWith(LINK);
  expect(opened.opener).toBeNull();
  expect([way.onLeave, way.onWindow].map((call) => call.mock.calls.length)).toEqual([0, 1]);
  expect(way.go).not.toHaveBeenCalled();
});

test('a refused window becomes the same window', () => {
  const way = ports(null);
  openPaymentLink(LINK, 'new_window', way);
  expect(way.go).toHaveBeenCalledWith(LINK);
  expect(way.onLeave).toHaveBeenCalledTimes(1);
  expect(way.onWindow).not.toHaveBeenCalled();
});

test('the same window is left with the page remembered', () => {
  const way = ports();
  openPaymentLink(LINK, 'same_window', way);
  expect([way.go, way.onLeave].map((call) => call.mock.calls.length)).toEqual([1, 1]);
  expect(way.openWindow).not.toHaveBeenCalled();
});

test('in the page it is a frame, and nothing is left', () => {
  const way = ports();
  openPaymentLink(LINK, 'in_page', way);
  expect(way.frame).toHaveBeenCalledWith(LINK);
  expect([way.go, way.onLeave, way.openWindow].map((call) => call.mock.calls.length)).toEqual([0, 0, 0]);
});
