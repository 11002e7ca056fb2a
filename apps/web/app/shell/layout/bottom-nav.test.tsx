import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { BottomNav } from './bottom-nav.tsx';

afterEach(() => cleanup());

test.each([
  ['/men', '/men/feed'],
  ['/couples/new', '/couples/feed'],
  ['/faq', '/feed'],
])('from %s the feed leads to %s', (path, feed) => {
  renderPage(<BottomNav />, path);
  expect(screen.getByRole('link', { name: 'Feed' }).getAttribute('href')).toBe(feed);
});

test('the last place is empty until it is known who looks, so that nothing becomes another thing under a finger', () => {
  renderPage(<BottomNav />, '/faq');
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Browse',
    'Feed',
    'Search',
    'Tokens',
  ]);
});
