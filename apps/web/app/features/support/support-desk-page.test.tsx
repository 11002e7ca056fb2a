import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { SupportDeskPage } from './support-desk-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const CALL = 'GET /admin/support';
const page = (name: string, next: string | null) => ({
  items: [
    {
      id: name,
      number: 1,
      topic: 'other',
      state: 'open',
      updated_at: '2026-11-29T10:00:00.000Z',
      username: name,
      email: null,
      order_id: null,
      text: 'Help',
    },
  ],
  next_cursor: next,
  open: 2,
});

test('conversations further back than the first page are read by a press, and tried again where they do not come', async () => {
  const replies: Record<string, unknown> = { [CALL]: page('ada', 'ada') };
  stubServer(replies);
  renderPage(<SupportDeskPage />);
  const more = await screen.findByRole('button', { name: 'Show more' });
  replies[CALL] = refusal(503, 'common.unavailable');
  fireEvent.click(more);
  expect(await screen.findByText('This did not load')).toBeTruthy();
  replies[CALL] = page('ben', null);
  fireEvent.click(screen.getByRole('button', { name: 'Try now' }));
  expect(await screen.findByRole('button', { name: /ben/u })).toBeTruthy();
  expect(screen.getByRole('button', { name: /ada/u })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('conversations that only a password opens ask for it', async () => {
  stubServer({ [CALL]: refusal(403, 'common.sudo_required') });
  renderPage(<SupportDeskPage />);
  expect(await screen.findByText('Your password opens the back office')).toBeTruthy();
});
