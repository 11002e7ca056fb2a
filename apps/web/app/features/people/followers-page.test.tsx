import type { UserSummary } from '@klieg/contract';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { FollowersPage } from './followers-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const person = (username: string) => ({ username, has_tokens: false }) as UserSummary;
const names = () =>
  screen.queryAllByRole('listitem').map((item) => item.querySelector('.strong')?.textContent);

test('followers come page by page, and a page that fails loses nothing (CHAT-019)', async () => {
  stubServer({ 'GET /user/followers': { items: [person('anna')], next_cursor: 'c', total: 2 } });
  renderPage(<FollowersPage />);
  await waitFor(() => expect(names()).toEqual(['anna']));
  stubServer({ 'GET /user/followers': refusal(503, 'common.unavailable') });
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.getByText('The followers did not load')).toBeTruthy());
  expect(names()).toEqual(['anna']);
  const sent = stubServer({ 'GET /user/followers': { items: [person('bea')], next_cursor: null, total: 2 } });
  fireEvent.click(screen.getByRole('button', { name: 'Try now' }));
  await waitFor(() => expect(names()).toEqual(['anna', 'bea']));
  expect(sent).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('nobody yet is said', async () => {
  stubServer({ 'GET /user/followers': { items: [], next_cursor: null, total: 0 } });
  renderPage(<FollowersPage />);
  await waitFor(() => expect(screen.getByText('Nobody follows you yet')).toBeTruthy());
});
