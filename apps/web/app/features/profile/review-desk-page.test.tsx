import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { ReviewDeskPage } from './review-desk-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const review = (payload: object) => ({
  id: 'one',
  kind: 'avatar',
  user: { username: 'mara', displayName: 'Mara' },
  submitted_at: '2026-11-25T10:00:00.000Z',
  due_at: '2026-11-26T10:00:00.000Z',
  first_decision: null,
  payload: { picture_url: null, current_url: null, fields: [], case: null, ...payload },
});
const list = (...items: object[]) => ({ items, next_cursor: null });

test('a picture is not shown, with a reason and a sentence for its person, which may be another', async () => {
  const replies: Record<string, unknown> = {
    'GET /mod/review': list(review({ picture_url: '/files/avatars/a.jpg' })),
    'POST /mod/review/one': { status: 1, state: 'rejected' },
  };
  const sent = stubServer(replies);
  renderPage(<ReviewDeskPage />);
  expect(await screen.findByAltText('The new picture')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Do not show what mara has sent' }));
  const dialog = within(screen.getByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'other' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Reject and notify' }));
  expect(await dialog.findByText('Give the reason, in a sentence.')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('What mara is told'), { target: { value: 'Please send another.' } });
  replies['GET /mod/review'] = list();
  fireEvent.click(dialog.getByRole('button', { name: 'Reject and notify' }));
  expect(await screen.findByText('Nothing waiting')).toBeTruthy();
  expect(sent.find(({ call }) => call === 'POST /mod/review/one')?.body).toEqual({
    decision: 'reject',
    reason_code: 'other',
    note: 'Please send another.',
  });
});

test('a text stands beside the one before, and what somebody else has decided goes from the list', async () => {
  const replies: Record<string, unknown> = {
    'GET /mod/review': list(
      review({ fields: [{ field: 'about', current: 'Old words', wanted: 'New words' }] }),
    ),
    'POST /mod/review/one': refusal(409, 'moderation.stale'),
  };
  stubServer(replies);
  renderPage(<ReviewDeskPage />);
  fireEvent.click(await screen.findByRole('radio', { name: 'Texts' }));
  expect(await screen.findByText('New words')).toBeTruthy();
  expect(screen.getByText('Before: Old words')).toBeTruthy();
  replies['GET /mod/review'] = list();
  fireEvent.click(screen.getByRole('button', { name: 'Show what mara has sent' }));
  await waitFor(() => expect(screen.queryByText('New words')).toBeNull());
  expect(await screen.findByText('Nothing waiting')).toBeTruthy();
});
