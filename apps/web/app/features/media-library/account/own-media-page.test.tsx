import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { stubServer } from '#app/shared/testing/stub-server.ts';
import { OwnMediaPage } from './own-media-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const tabs = () =>
  within(screen.getByRole('navigation', { name: 'Purchased media' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

test('each tab says how much it has, also where the search finds nothing (MEDIA-LIBRARY-007)', async () => {
  const totals = { videos: 1_204, pictures: 58, recording: 19, playlists: 7, fanclub: 41, hidden_media: 0 };
  stubServer({
    'GET /media/index/purchased/videos': { items: [], total: 0, playlists: [], media: null, totals },
  });
  renderPage(<OwnMediaPage tab="videos" page={1} q="sea" />);
  expect(tabs()).toEqual(['Videos', 'Pictures', 'Recordings', 'Playlists', 'Fan club', 'Hidden']);
  await screen.findByText('1,204');
  expect(tabs()).toEqual([
    'Videos1,204',
    'Pictures58',
    'Recordings19',
    'Playlists7',
    'Fan club41',
    'Hidden0',
  ]);
});
