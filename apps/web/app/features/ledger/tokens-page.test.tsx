import type { LedgerRow } from '@klieg/contract';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { openRealtime } from '../../shared/realtime/open-realtime.fixture.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { TokensPage } from './tokens-page.tsx';

const charge = (second: number, balance: number): LedgerRow => ({
  id: `0198f1a2-0000-7000-8000-0000000000${second}`,
  kind: 'private',
  tokens: -5,
  balance_after: balance,
  at: new Date(Date.now() - (60 - second) * 1_000).toISOString(),
  counterpart: 'iris',
  counterpart_name: 'Iris Vance',
  ref: { type: 'private', id: 'show' },
  comment: null,
  about: null,
});

const limit = {
  daily_limit: 0,
  used_today: 45,
  remaining: null,
  resets_at: new Date().toISOString(),
  purchase_limit_cents: 20_000,
  purchase_used_cents: 0,
  purchase_remaining_cents: 20_000,
  can_raise: true,
  raise_needs: 'none',
  pending: null,
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  meStore.reset();
});

const show = (tokens: number, answers: Record<string, unknown> = {}) => {
  const replies: Record<string, unknown> = {
    'GET /billing/history': {
      items: [charge(30, 4_810), charge(20, 4_815), charge(10, 4_820)],
      next_cursor: null,
      archived_before: null,
    },
    'GET /billing/spending': { items: [] },
    'GET /payment/daily-limit': limit,
    ...answers,
  };
  stubServer(replies);
  act(() => meStore.dispatch({ type: 'loaded', current: currentUserFixture({ tokens }) }));
  renderPage(<TokensPage />);
  return replies;
};

test('a show is one line that opens into its charges, each with its own trace', async () => {
  show(4_810);
  const line = await screen.findByRole('button', { name: /^Charges until/u });
  expect(line.getAttribute('aria-expanded')).toBe('false');
  expect(line.closest('tr')?.textContent).toContain('3 charges');
  expect(line.closest('tr')?.textContent).toContain('Iris Vance');
  expect(line.closest('tr')?.textContent).toContain('−15');
  expect(screen.queryAllByRole('button', { name: /^Trace of/u })).toHaveLength(0);
  fireEvent.click(line);
  expect(line.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getAllByRole('button', { name: /^Trace of/u })).toHaveLength(3);
  fireEvent.click(line);
  expect(screen.queryAllByRole('button', { name: /^Trace of/u })).toHaveLength(0);
});

test('what is held is named, and the figures that count it say so', async () => {
  show(4_780);
  await waitFor(() => expect(screen.getByText(/^Held: 30,.*Together 4,810/u)).toBeTruthy());
  expect(screen.getByText('and 30 held')).toBeTruthy();
  expect(screen.getByText('Spent or held today')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Held' }));
  expect(screen.getByText('30 tokens are held')).toBeTruthy();
});

test('nothing is said of held tokens where there are none', async () => {
  show(4_810);
  await screen.findByRole('button', { name: /^Charges until/u });
  expect(screen.queryByText(/held/iu, { selector: 'p, .small' })).toBeNull();
  expect(screen.getByText('Spent today')).toBeTruthy();
});

test('what was bought today follows a payment that ends after its tokens have come', async () => {
  const { tell } = openRealtime();
  const replies = show(4_810);
  expect(await screen.findByText('$0.00 of $200.00')).toBeTruthy();
  replies['GET /payment/daily-limit'] = { ...limit, purchase_used_cents: 2_000 };
  tell('v3.payment.update', { seq: 1, order_id: 'o1', status: 'succeeded', at: 1 });
  expect(await screen.findByText('$20.00 of $200.00')).toBeTruthy();
});

test('limits that did not load are no zeros, and can be asked for again', async () => {
  const replies = show(4_810, { 'GET /payment/daily-limit': refusal(503, 'common.unavailable') });
  expect(await screen.findByText('Your limits did not load')).toBeTruthy();
  expect(screen.queryByText(/\$0\.00 of/u)).toBeNull();
  replies['GET /payment/daily-limit'] = limit;
  fireEvent.click(screen.getByRole('button', { name: 'Try now' }));
  expect(await screen.findByText('$0.00 of $200.00')).toBeTruthy();
});

test('what was spent is the sum of the server, however many payments that were; what did not load is no zero', async () => {
  const at = new Date().toISOString();
  const items = [
    { at, kind: 'private', tokens: 12_000 },
    { at, kind: 'tip', tokens: 345 },
  ];
  show(4_810, { 'GET /billing/spending': { items } });
  expect(await screen.findByText('12,345')).toBeTruthy();
  cleanup();
  show(4_810, { 'GET /billing/spending': refusal(503, 'common.unavailable') });
  expect(await screen.findByText('Your spending did not load')).toBeTruthy();
});

test('older rows that did not load leave what is there, say so, and can be asked for again', async () => {
  const rows = (items: readonly LedgerRow[], cursor: string | null) => ({
    items,
    next_cursor: cursor,
    archived_before: null,
  });
  const replies = show(4_810, { 'GET /billing/history': rows([charge(30, 4_810)], 'c1') });
  const older = await screen.findByRole('button', { name: 'Older rows' });
  const listed = () => screen.getAllByRole('row').length;
  const before = listed();
  replies['GET /billing/history'] = refusal(503, 'common.unavailable');
  fireEvent.click(older);
  expect((await screen.findByRole('alert')).textContent).toBe('The older rows did not load.');
  expect(listed()).toBe(before);
  replies['GET /billing/history'] = rows([charge(10, 4_820)], null);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull());
  expect(listed()).toBeGreaterThanOrEqual(before);
  expect(screen.getAllByText('2 charges', { exact: false }).length).toBeGreaterThan(0);
});
