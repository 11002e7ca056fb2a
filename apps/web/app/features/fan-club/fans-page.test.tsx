import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { openRealtime } from '../../shared/realtime/open-realtime.fixture.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { stubServer } from '../../shared/testing/stub-server.ts';
import { cardFixture } from '../discovery/cards/card.fixture.ts';
import { FansPage } from './fans-page.tsx';

const user = cardFixture({ fanclub: true });
const membership = {
  user,
  modelUsername: user.username,
  level: 'supporter',
  renews_at: '2026-12-28T12:00:00.000Z',
  auto_renew: true,
  next_level: null,
  next_price: 120,
  is_past_due: false,
  is_shut_out: false,
};
const posts = (names: readonly string[], next: string | null) => ({
  items: names.map((text) => ({
    id: text,
    text,
    user,
    level: 'supporter',
    media: [],
    at: '2026-11-28T12:00:00.000Z',
    likes: 0,
    liked: false,
    locked: false,
  })),
  next_cursor: next,
});
const FEED = 'GET /fans/feed';

test('a new post waits for a press, and what was read up to there stays in place', async () => {
  const { tell } = openRealtime();
  meStore.dispatch({ type: 'loaded', current: currentUserFixture() });
  const replies: Record<string, unknown> = {
    'GET /fans/memberships': { items: [membership] },
    [FEED]: posts(['Second'], 'Second'),
  };
  stubServer(replies);
  renderPage(<FansPage clubs={[]} />);
  const more = await screen.findByRole('button', { name: 'Show more' });
  replies[FEED] = posts(['First'], null);
  fireEvent.click(more);
  const first = await screen.findByText('First');
  replies[FEED] = posts(['Third', 'Second', 'First'], null);
  // What the page has read by itself is no news.
  const told = { username: 'marlowe_vance', at: 1 };
  tell('v3.fans.post', { ...told, post_id: 'Second' });
  expect(screen.queryByRole('button', { name: 'New posts' })).toBeNull();
  tell('v3.fans.post', { ...told, post_id: 'Third' });
  expect(first.isConnected).toBe(true);
  expect(screen.queryByText('Third')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'New posts' }));
  expect(await screen.findByText('Third')).toBeTruthy();
  expect(first.isConnected).toBe(true);
  expect(screen.queryByRole('button', { name: 'New posts' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Posts' }));
});
