import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { stubServer } from '../../shared/testing/stub-server.ts';
import SupportModal from './support-modal.tsx';

const thread = {
  id: 'a',
  number: 7,
  topic: 'other',
  state: 'open',
  updated_at: '2026-11-29T10:00:00.000Z',
  unread: 0,
};

test('who begins a new conversation can go back to the earlier ones', async () => {
  stubServer({ 'GET /support/threads': { items: [thread] } });
  renderPage(<SupportModal onClose={() => undefined} />);
  fireEvent.click(await screen.findByRole('button', { name: 'New conversation' }));
  expect(screen.queryByRole('button', { name: 'New conversation' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'All conversations' }));
  expect(screen.getByRole('button', { name: 'New conversation' })).toBeTruthy();
});

test('who has none yet is led nowhere else', async () => {
  stubServer({ 'GET /support/threads': { items: [] } });
  renderPage(<SupportModal onClose={() => undefined} />);
  expect(await screen.findByLabelText('What is it about?')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'All conversations' })).toBeNull();
});
