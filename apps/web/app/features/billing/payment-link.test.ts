import { expect, test, vi } from 'vitest';
import { openingOf, openPaymentLink } from './payment-link.ts';

const ports = (opened: { opener: unknown } | null = { opener: 'page' }) => ({
  openWindow: vi.fn(() => opened),
  go: vi.fn(),
  frame: vi.fn(),
  onLeave: vi.fn(),
  page: 'https://klieg.example/',
});

test('ccbill, cashtocode and paygarden open a new window without a way back into the page (BILLING-050)', () => {
  expect((['ccbill', 'cashtocode', 'paygarden'] as const).map(openingOf)).toEqual(
    Array(3).fill('new_window'),
  );
  const opened = { opener: 'page' as unknown };
  const way = ports(opened);
  openPaymentLink('https://pay.example/1', 'new_window', way);
  expect(way.openWindow).toHaveBeenCalledWith('https://pay.example/1');
  expect(opened.opener).toBeNull();
  expect(way.onLeave).toHaveBeenCalledTimes(1);
});

test('a refused window becomes the same window', () => {
  const way = ports(null);
  openPaymentLink('https://pay.example/1', 'new_window', way);
  expect(way.go).toHaveBeenCalledWith('https://pay.example/1');
});

test('wnu opens in the same window (BILLING-051)', () => {
  expect(openingOf('wnu')).toBe('same_window');
  const way = ports();
  openPaymentLink('https://wnu.com/pay', 'same_window', way);
  expect(way.go).toHaveBeenCalled();
  expect(way.onLeave).toHaveBeenCalledTimes(1);
});

test('every other biller opens in the page, in a frame only on a known payment host (BILLING-052)', () => {
  expect((['rocketgate', 'rocketfuel', 'epoch', 'paypal', 'sandbox'] as const).map(openingOf)).toEqual(
    Array(5).fill('in_page'),
  );
  const way = ports();
  openPaymentLink('https://secure.rocketgate.com/pay', 'in_page', way);
  expect(way.frame).toHaveBeenCalledTimes(1);
  expect(way.onLeave).not.toHaveBeenCalled();
  openPaymentLink('https://evil.example/secure.rocketgate.com', 'in_page', way);
  openPaymentLink('/sandbox/pay/1', 'in_page', way);
  expect(way.go).toHaveBeenCalledTimes(2);
});
