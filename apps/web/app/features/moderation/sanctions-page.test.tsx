import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { stubServer } from '../../shared/testing/stub-server.ts';
import { SanctionsPage } from './sanctions-page.tsx';

const CALL = 'GET /mod/sanctions';
const page = (names: readonly string[], next: string | null) => ({
  items: names.map((username) => ({
    id: username,
    username,
    kind: 'ban',
    scope: 'site',
    room: null,
    at: '2026-11-28T12:00:00.000Z',
    by: 'bob',
    until: null,
    reason_code: 'rules',
    statement: 'Rude.',
  })),
  in_force: 2,
  next_cursor: next,
});

test('from older sanctions the browser’s way back and a link lead to the newest', async () => {
  const replies: Record<string, unknown> = { [CALL]: page(['ada'], 'ada') };
  stubServer(replies);
  const { router } = renderPage(<SanctionsPage />, '/mod/sanctions?kind=ban');
  fireEvent.click(await screen.findByRole('button', { name: 'Older' }));
  replies[CALL] = page(['ben'], null);
  expect(router.state.location.search).toBe('?kind=ban&from=ada');
  await act(() => router.navigate(-1));
  expect(router.state.location.search).toBe('?kind=ban');
  await act(() => router.navigate(1));
  fireEvent.click(await screen.findByRole('link', { name: 'Newest' }));
  expect(router.state.location.search).toBe('?kind=ban');
});

test('an older page whose last sanction is lifted does not say that none is in force', async () => {
  stubServer({ [CALL]: page([], null) });
  renderPage(<SanctionsPage />, '/mod/sanctions?from=ada');
  expect(await screen.findByText('Nothing older is in force')).toBeTruthy();
  expect(screen.queryByText('Nothing is in force')).toBeNull();
  expect(screen.getByRole('link', { name: 'Newest' })).toBeTruthy();
});
