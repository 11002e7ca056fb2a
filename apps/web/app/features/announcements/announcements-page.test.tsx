import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { refusal, stubServer } from '#app/shared/testing/stub-server.ts';
import { AnnouncementsPage } from './announcements-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const post = (title: string) => ({
  id: `0198f2c4-0000-7000-8000-${title.padStart(12, '0')}`,
  title,
  audience: 'all',
  at: '2026-11-20T11:25:10.000Z',
  body_html: '<p>Prices <strong>stay</strong>.</p>',
});

test('news stand with their day and text, older ones come by a press (SHELL-013)', async () => {
  stubServer({ 'GET /announcements': { items: [post('1')], next_cursor: post('1').id } });
  renderPage(<AnnouncementsPage />);
  expect(await screen.findByRole('heading', { name: '1' })).toBeTruthy();
  expect(screen.getByText('stay').tagName).toBe('STRONG');
  const sent = stubServer({ 'GET /announcements': { items: [post('2')], next_cursor: null } });
  fireEvent.click(screen.getByRole('button', { name: 'Older news' }));
  expect(await screen.findByRole('heading', { name: '2' })).toBeTruthy();
  expect(sent).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Older news' })).toBeNull();
});

test('no news says so, and a failure offers another try', async () => {
  stubServer({ 'GET /announcements': refusal(503, 'common.unavailable') });
  renderPage(<AnnouncementsPage />);
  expect(await screen.findByText('The news could not be loaded')).toBeTruthy();
  stubServer({ 'GET /announcements': { items: [], next_cursor: null } });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No news yet')).toBeTruthy();
});
