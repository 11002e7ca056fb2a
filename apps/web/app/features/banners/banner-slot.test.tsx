import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { meStore } from '../../shared/me/me-store.ts';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import BannerSlot, { forgetBanners } from './banner-slot.tsx';

const banner = (id: string, more: object = {}) => ({
  id,
  image_url: `/scenes/${id}.png`,
  image_mobile_url: null,
  url: '/top',
  alt: `Banner ${id}`,
  starts_at: '2026-11-20T11:25:10.000Z',
  ends_at: null,
  audience: 'all',
  ...more,
});
const GET = 'GET /media/banner/list';
const load = (user: object = {}) =>
  act(() => meStore.dispatch({ type: 'loaded', current: currentUserFixture({ user }) }));

beforeEach(() => {
  forgetBanners();
  localStorage.clear();
  delete document.documentElement.dataset['noBanner'];
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a banner has its text and its picture for phones; an own page opens here, another host elsewhere', async () => {
  stubServer({ [GET]: { data: [banner('a', { image_mobile_url: '/scenes/a-narrow.png' }), banner('b')] } });
  renderPage(<BannerSlot />, '/girls');
  load();
  const link = await screen.findByRole('link', { name: 'Banner a' });
  expect(link.getAttribute('href')).toBe('/top');
  expect(link.querySelector('source')?.getAttribute('srcset')).toBe('/scenes/a-narrow.png');
  cleanup();
  forgetBanners();
  stubServer({ [GET]: { data: [banner('c', { url: 'https://example.org/x' })] } });
  renderPage(<BannerSlot />, '/girls');
  const outside = await screen.findByRole('link', { name: 'Banner c' });
  expect(outside.getAttribute('rel')).toContain('noopener');
});

test('closing one shows the next, closing the last shuts the place, also on the next page', async () => {
  const sent = stubServer({ [GET]: { data: [banner('a'), banner('b')] } });
  renderPage(<BannerSlot />, '/girls');
  load();
  await screen.findByRole('link', { name: 'Banner a' });
  fireEvent.click(screen.getByRole('button', { name: 'Close this announcement' }));
  await screen.findByRole('link', { name: 'Banner b' });
  fireEvent.click(screen.getByRole('button', { name: 'Close this announcement' }));
  await waitFor(() => expect(screen.queryByRole('link')).toBeNull());
  expect(document.documentElement.dataset['noBanner']).toBe('');
  expect(localStorage.getItem('klieg.no-banner')).toBe('true');
  cleanup();
  renderPage(<BannerSlot />, '/men');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.queryByRole('link')).toBeNull();
});

test('nothing is asked for whom none is shown, nothing is shown where the list does not come', async () => {
  const sent = stubServer({ [GET]: { data: [banner('a')] } });
  renderPage(<BannerSlot />, '/girls');
  load({ membership: 'vip' });
  expect(sent).toEqual([]);
  expect(localStorage.getItem('klieg.no-banner')).toBe('true');
  cleanup();
  stubServer({ [GET]: refusal(503, 'common.unavailable') });
  renderPage(<BannerSlot />, '/girls');
  load();
  await waitFor(() => expect(localStorage.getItem('klieg.no-banner')).toBe('true'));
  expect(screen.queryByRole('link')).toBeNull();
});
