import type { Notice } from '@klieg/contract';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { NoticeList } from './notice-list.tsx';

const LIST = 'GET /notifications';
const notice = (id: string, url: string | null): Notice => ({
  id,
  kind: 'tip',
  title: `Notice ${id}`,
  body: '',
  url,
  created_at: '2026-11-20T11:25:10.000Z',
  read_at: '2026-11-20T11:25:10.000Z',
});
const page = (next_cursor: string | null, ...items: Notice[]) => ({ items, next_cursor, unread: 0 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a notice that leads nowhere is text, not a link', async () => {
  stubServer({ [LIST]: page(null, notice('1', '/ada'), notice('2', null)) });
  renderPage(<NoticeList />);
  expect((await screen.findByText('Notice 1')).closest('a')?.getAttribute('href')).toBe('/ada');
  expect(screen.getByText('Notice 2').closest('a')).toBeNull();
});

test('two presses add the older ones once; where they do not come, that is said, with another try', async () => {
  const replies: Record<string, unknown> = { [LIST]: page('c', notice('1', null)) };
  const sent = stubServer(replies);
  renderPage(<NoticeList />);
  await screen.findByText('Notice 1');
  replies[LIST] = page('d', notice('2', null));
  const older = () => screen.getByText('Older notifications').closest('button')!;
  await act(async () => {
    fireEvent.click(older());
    fireEvent.click(older());
  });
  expect(await screen.findAllByText('Notice 2')).toHaveLength(1);
  expect(sent).toHaveLength(2);
  replies[LIST] = refusal(503, 'common.unavailable');
  await act(async () => fireEvent.click(older()));
  await screen.findByText('The notifications did not load.');
  expect(screen.getByText('Notice 1')).toBeTruthy();
});
