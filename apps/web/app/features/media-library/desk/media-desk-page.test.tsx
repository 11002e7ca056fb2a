import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openRealtime } from '#app/shared/realtime/open-realtime.fixture.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { stubServer } from '#app/shared/testing/stub-server.ts';
import { MediaDeskPage } from './media-desk-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const file = (id: number) => ({
  id,
  state: 'ready',
  type_id: 1,
  file_name: `${id}.jpg`,
  thumbnail_url: null,
  width: null,
  height: null,
  duration: null,
  error: null,
  created_at: '2026-11-28T12:00:00.000Z',
});
const media = (id: number) => ({
  id,
  name: `Set ${id}`,
  description: '',
  type_id: 1,
  type_name: 'pictures',
  item_count: 1,
  duration: null,
  items: [],
  tags: [],
  token_price: 50,
  sales: 0,
  status: 'live',
  reject_reason: null,
  url: `/ada/media/${id}`,
  thumbnail_url: '/cover.jpg',
  fanclub_access_level: null,
  cover_item: null,
  cover_safe: false,
  consent_ids: [],
  is_free_no_auth: false,
});
const list = (items: readonly object[]) => ({ items, next_cursor: null });

test('a file that is ready joins the lists; what is open, typed and ticked stays as it is', async () => {
  const replies: Record<string, unknown> = {
    'GET /consents': list([]),
    'GET /media/items': list([file(1)]),
    'GET /media/own': list([media(1)]),
  };
  stubServer(replies);
  const { tell } = openRealtime();
  renderPage(<MediaDeskPage />);
  fireEvent.click(await screen.findByRole('checkbox', { name: /1\.jpg/u }));
  fireEvent.click(await screen.findByRole('button', { name: 'Change Set 1' }));
  const dialog = screen.getByRole('dialog', { name: 'Change Set 1' });
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'Sunset' } });
  replies['GET /media/items'] = list([file(2), file(1)]);
  replies['GET /media/own'] = list([media(2), media(1)]);
  tell('v3.media.encoded', { type: 'sell_all_media_picture', media_id: '2', status: 'ready' });
  expect(document.querySelector('.skeleton')).toBeNull();
  expect(await screen.findByText('2.jpg')).toBeTruthy();
  expect(await screen.findByText('Set 2')).toBeTruthy();
  expect((within(dialog).getByLabelText('Name') as HTMLInputElement).value).toBe('Sunset');
  expect(dialog.isConnected).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>(/^1\.jpg/u).checked).toBe(true);
});

test('the files that are offered to choose are those that the server takes', () => {
  stubServer({ 'GET /media/items': list([]), 'GET /media/own': list([]) });
  renderPage(<MediaDeskPage />);
  const kinds = screen.getByLabelText<HTMLInputElement>('Files to upload').accept.split(',');
  expect(kinds).toContain('image/gif');
  expect(kinds).not.toContain('video/webm');
});

test('a state that no offer is in does not ask for a first upload', async () => {
  stubServer({ 'GET /media/items': list([]), 'GET /media/own': list([]) });
  renderPage(<MediaDeskPage />);
  expect(await screen.findByText('Nothing is offered yet')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('State'), { target: { value: 'rejected' } });
  expect(await screen.findByText('Nothing is in this state')).toBeTruthy();
  expect(screen.queryByText('Nothing is offered yet')).toBeNull();
});
