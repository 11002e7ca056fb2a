import type { Banner } from '@klieg/contract';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { meStore } from '../../shared/me/me-store.ts';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { stubServer } from '../../shared/testing/stub-server.ts';
import BannerSlot from './banner-slot.tsx';

/* Nobody is known yet in the store of this file; that is what the server's picture is about. */

const FIRST: Banner = {
  id: 'a',
  image_url: '/scenes/a.png',
  image_mobile_url: null,
  url: '/top',
  alt: 'Banner a',
  starts_at: '2026-11-20T11:25:10.000Z',
  ends_at: null,
  audience: 'all',
};

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('a banner that was closed in this browser is not shown again, although the page brought it', () => {
  localStorage.setItem('klieg.banners-closed', '["a"]');
  renderPage(<BannerSlot first={FIRST} />, '/girls');
  expect(screen.queryByRole('link')).toBeNull();
});

test('what the page brought for guests stands until it is known that who looks is shown none', async () => {
  stubServer({ 'GET /media/banner/list': { data: [] } });
  renderPage(<BannerSlot first={FIRST} />, '/girls');
  expect(screen.getByRole('link', { name: 'Banner a' })).toBeTruthy();
  act(() =>
    meStore.dispatch({ type: 'loaded', current: currentUserFixture({ user: { membership: 'vip' } }) }),
  );
  await waitFor(() => expect(screen.queryByRole('link')).toBeNull());
});
