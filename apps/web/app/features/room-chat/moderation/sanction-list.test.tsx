import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { refusal, stubServer } from '#app/shared/testing/stub-server.ts';
import { SanctionList } from './sanction-list.tsx';

const MODERATORS = 'GET /chat/ada/moderators';

test('moderators that did not load are read again by a press', async () => {
  const replies: Record<string, unknown> = {
    'GET /chat/ada/sanctions': { items: [], next_cursor: null },
    [MODERATORS]: refusal(503, 'common.unavailable'),
  };
  stubServer(replies);
  renderPage(<SanctionList room="ada" isOwner revision={0} />);
  expect(await screen.findByText('The moderators did not load')).toBeTruthy();
  replies[MODERATORS] = { moderators: [{ username: 'ben', expires_at: '2026-12-28T12:00:00.000Z' }] };
  fireEvent.click(screen.getByRole('button', { name: 'Try now' }));
  expect(await screen.findByText('ben')).toBeTruthy();
});
