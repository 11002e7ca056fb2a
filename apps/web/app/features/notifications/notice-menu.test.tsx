import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { stubServer } from '../../shared/testing/stub-server.ts';
import NoticeMenu from './notice-menu.tsx';

const notice = (id: string, url: string | null) => ({
  id,
  kind: 'tip',
  title: `Notice ${id}`,
  body: '',
  url,
  created_at: '2026-11-20T11:25:10.000Z',
  read_at: null,
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('under the bell a notice that leads nowhere is text, not a link', async () => {
  stubServer({
    'GET /notifications': { items: [notice('1', '/ada'), notice('2', null)], next_cursor: null, unread: 0 },
  });
  renderPage(<NoticeMenu unread={0} />);
  fireEvent.keyDown(screen.getByLabelText('Notifications, 0 unread'), { key: 'Enter' });
  expect((await screen.findByText('Notice 1')).closest('a')?.getAttribute('href')).toBe('/ada');
  expect(screen.getByText('Notice 2').closest('a')).toBeNull();
});
