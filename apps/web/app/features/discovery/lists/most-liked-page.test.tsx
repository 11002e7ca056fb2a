import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentUserFixture } from '#app/shared/me/me.fixture.ts';
import { meStore } from '#app/shared/me/me-store.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { refusal, stubServer } from '#app/shared/testing/stub-server.ts';
import { cardFixture } from '../cards/card.fixture.ts';
import { MostLikedPage } from './most-liked-page.tsx';

const LIKES = 'GET /user/like';
const board = {
  leaderboard: [{ rank: 1, user: cardFixture({ username: 'anna', displayName: 'Anna' }), likes: 12 }],
  user_like_count: 0,
  user_position: null,
  past_winners: [
    { week: '2026-W46', user: cardFixture({ username: 'bea', displayName: 'Bea' }), likes: 30 },
    { week: '2026-W45', user: cardFixture({ username: 'anna', displayName: 'Anna' }), likes: 9 },
  ],
};
const lookAs = (type: 'model' | 'other') =>
  act(() =>
    meStore.dispatch({
      type: 'loaded',
      current: currentUserFixture({ user: { ...currentUserFixture().user, type } }),
    }),
  );

test('the board has this week and last, places with likes, and the winners of past weeks (CONTENT-PAGES-007)', () => {
  lookAs('other');
  const sent = stubServer({});
  renderPage(<MostLikedPage week="current" likes={board} />, '/most-liked');
  const weeks = [...screen.getByRole('navigation', { name: 'Week' }).querySelectorAll('a')];
  expect(
    weeks.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')]),
  ).toEqual([
    ['This week', '/most-liked', 'page'],
    ['Last week', '/most-liked?week=last', null],
  ]);
  expect(screen.getByRole('article').textContent).toContain('Place 1');
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    expect.stringContaining('Bea2026-W4630 likes'),
    expect.stringContaining('Anna2026-W459 likes'),
  ]);
  // Viewers have no place of their own to ask for.
  expect(sent).toEqual([]);
});

test('a performer sees the own place of the week that is shown, also below those who are listed', async () => {
  lookAs('model');
  const replies: Record<string, unknown> = {
    [LIKES]: { ...board, user_like_count: 1_003, user_position: 62 },
  };
  const sent = stubServer(replies);
  const { unmount } = renderPage(<MostLikedPage week="last" likes={board} />, '/most-liked?week=last');
  expect((await screen.findByText(/You are in place/u)).textContent).toBe(
    'You are in place 62 with 1,003 likes.',
  );
  expect(sent).toHaveLength(1);
  unmount();
  replies[LIKES] = board;
  const none = renderPage(<MostLikedPage week="current" likes={board} />, '/most-liked');
  expect(await screen.findByText('Nobody has liked you this week yet.')).toBeTruthy();
  none.unmount();
  const before = renderPage(<MostLikedPage week="last" likes={board} />, '/most-liked?week=last');
  expect(await screen.findByText('Nobody liked you last week.')).toBeTruthy();
  before.unmount();
  replies[LIKES] = refusal(503, 'common.unavailable');
  renderPage(<MostLikedPage week="current" likes={board} />, '/most-liked');
  expect(await screen.findByText('Your own place did not load.')).toBeTruthy();
});
