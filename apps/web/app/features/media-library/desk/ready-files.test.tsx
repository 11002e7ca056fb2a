import type { UploadedItem } from '@klieg/contract';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { refusal, stubServer } from '#app/shared/testing/stub-server.ts';
import { ReadyFiles } from './ready-files.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const file = (id: number, state: UploadedItem['state']): UploadedItem => ({
  id,
  state,
  type_id: 1,
  file_name: `${id}.jpg`,
  thumbnail_url: null,
  width: null,
  height: null,
  duration: null,
  error: state === 'failed' ? 'This file could not be read' : null,
  created_at: '2026-11-28T12:00:00.000Z',
});
const show = (items: readonly UploadedItem[]) => {
  const removed = vi.fn();
  const files = { items, hasFailed: false, hasMore: false, isBusy: false, loadMore: () => undefined };
  renderPage(<ReadyFiles files={files as never} onMake={() => undefined} onRemoved={removed} />);
  return removed;
};

test('a file that failed is removed by one press; one that is being made ready cannot be', async () => {
  const calls = stubServer({ 'POST /media/items/1/delete': { status: 1 } });
  const removed = show([file(1, 'failed'), file(2, 'encoding')]);
  expect(screen.queryByRole('button', { name: 'Remove 2.jpg' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Remove 1.jpg' }));
  await waitFor(() => expect(removed).toHaveBeenCalledTimes(1));
  expect(calls).toHaveLength(1);
});

test('one that is gone already is read as gone', async () => {
  stubServer({ 'POST /media/items/1/delete': refusal(404, 'media_library.not_found') });
  const removed = show([file(1, 'failed')]);
  fireEvent.click(screen.getByRole('button', { name: 'Remove 1.jpg' }));
  await waitFor(() => expect(removed).toHaveBeenCalledTimes(1));
});
