import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { stubServer } from '../../shared/testing/stub-server.ts';
import { AppealsPage } from './appeals-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const page = (username: string, next: string | null) => ({
  items: [
    {
      id: username,
      about: 'ban',
      username,
      text: 'It was not me.',
      created_at: '2026-11-29T10:00:00.000Z',
      due_at: '2026-11-30T10:00:00.000Z',
      state: 'open',
      decision: { at: '2026-11-28T10:00:00.000Z', by: 'bob', reason_code: 'rules', statement: 'Rude.' },
      is_own: false,
    },
  ],
  open: 2,
  next_cursor: next,
});

test('appeals further back than the first page are read by a press; what is written about the first stays', async () => {
  const replies: Record<string, unknown> = { 'GET /mod/appeals': page('ada', 'ada') };
  stubServer(replies);
  renderPage(<AppealsPage />);
  const more = await screen.findByRole('button', { name: 'Show more' });
  const told = screen.getByLabelText<HTMLTextAreaElement>('What ada is told');
  fireEvent.change(told, { target: { value: 'We looked again.' } });
  replies['GET /mod/appeals'] = page('ben', null);
  fireEvent.click(more);
  expect(await screen.findByRole('heading', { name: 'ben' })).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>('What ada is told').value).toBe('We looked again.');
});
