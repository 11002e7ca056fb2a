import { afterEach, expect, test, vi } from 'vitest';
import { rememberPage, takeRememberedOrder, takeRememberedPage } from './payment-redirect.ts';

const written = vi.spyOn(document, 'cookie', 'set');
afterEach(() => {
  takeRememberedPage();
  written.mockClear();
});

test('the page of a purchase is kept in a cookie of the whole site, until the browser is back (CONSTANTS-044)', () => {
  rememberPage({ pathname: '/marlowe', search: '?tab=goal' });
  const [name, ...parts] = written.mock.calls[0]![0].split('; ');
  expect(name).toBe('payment_redirect=%2Fmarlowe%3Ftab%3Dgoal');
  expect(parts).toContain('Path=/');
  expect(takeRememberedPage()).toBe('/marlowe?tab=goal');
  expect(takeRememberedPage()).toBeUndefined();
});

test('an address of another site is not gone back to', () => {
  for (const foreign of ['//evil.example/', 'https://evil.example/', '/\\evil.example']) {
    rememberPage({ pathname: foreign, search: '' });
    expect(takeRememberedPage()).toBeUndefined();
  }
});

test('the order is kept by the tab beside its page, once, and the purchase is not opened again', () => {
  rememberPage({ pathname: '/marlowe', search: '?modal=tokens&tab=goal' }, 'order');
  expect([takeRememberedPage(), takeRememberedOrder()]).toEqual(['/marlowe?tab=goal', 'order']);
  expect(takeRememberedOrder()).toBeUndefined();
});
