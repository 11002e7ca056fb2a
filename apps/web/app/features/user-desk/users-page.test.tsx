import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { stubServer } from '../../shared/testing/stub-server.ts';
import { UsersPage } from './users-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('each account stands with what it has, has paid and when it was seen; a model has no tokens to spend', async () => {
  const user = (its: object) => ({
    ...currentUserFixture().user,
    high_model_fraud: false,
    tokens: 0,
    spent_cents: 0,
    last_seen_at: null,
    ...its,
  });
  stubServer({
    'GET /admin/users': {
      items: [
        user({
          id: 1,
          username: 'anna',
          tokens: 48_210,
          spent_cents: 1_290_400,
          last_seen_at: new Date().toISOString(),
        }),
        user({ id: 2, username: 'ben', type: 'model' }),
      ],
      next_cursor: null,
    },
  });
  renderPage(<UsersPage />);
  const table = await screen.findByRole('table');
  const cells = (row: number) =>
    within(within(table).getAllByRole('row')[row]!)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  expect(cells(1).slice(2)).toEqual([
    'Viewer',
    '48,210 tokens',
    '$12,904.00',
    expect.any(String),
    'Good',
    'now',
  ]);
  expect(cells(2).slice(2)).toEqual(['Model', '—', '—', expect.any(String), 'Good', '—']);
});

test('a country is chosen by its name, and stands in the address by its code', async () => {
  const sent = stubServer({
    'GET /admin/users': { items: [], next_cursor: null },
    'GET /geo/lists': {
      countries: [
        { code: 'DE', name: 'Germany' },
        { code: 'AT', name: 'Austria' },
      ],
      us_states: [],
      canada_provinces: [],
    },
  });
  const { router } = renderPage(<UsersPage />, '/admin/users?q=anna');
  await screen.findByRole('option', { name: 'Germany' });
  const field = screen.getByRole('combobox', { name: 'Country' });
  expect(
    within(field)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['All', 'Austria', 'Germany']);
  fireEvent.change(field, { target: { value: 'DE' } });
  await waitFor(() => expect(router.state.location.search).toBe('?q=anna&country=DE'));
  expect(field).toHaveProperty('value', 'DE');
  expect(sent.some(({ call }) => call === 'GET /admin/users')).toBe(true);
});
