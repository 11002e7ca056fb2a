import type { CurrentUser } from '@klieg/contract';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { meStore } from '../../shared/me/me-store.ts';
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

const placesOf = () => screen.getAllByRole('link').map(({ textContent }) => textContent);

test('the last place of a member is empty until it is known who looks, so that nothing becomes another thing under a finger', () => {
  renderPage(<BottomNav />, '/faq', { expectsMember: true });
  expect(placesOf()).toEqual(['Browse', 'Feed', 'Search', 'Tokens']);
  act(() => meStore.dispatch({ type: 'loaded', current: currentUserFixture({}) }));
  expect(placesOf().at(-1)).toBe('Inbox');
});

test('a guest can join from the first picture on', () => {
  renderPage(<BottomNav />, '/faq', { expectsMember: false });
  expect(placesOf()).toEqual(['Browse', 'Feed', 'Search', 'Tokens', 'Join free']);
});

test('staff has the way to its desk where others have their tokens', () => {
  renderPage(<BottomNav />, '/faq');
  const wayOf = (user: Partial<CurrentUser['user']>) => {
    act(() => meStore.dispatch({ type: 'loaded', current: currentUserFixture({ user }) }));
    const way = screen.getAllByRole('link')[3]!;
    return [way.textContent, way.getAttribute('href')];
  };
  expect(wayOf({ isAdmin: true })).toEqual(['Desk', '/admin']);
  expect(wayOf({ user_roles: ['site_mod'] })).toEqual(['Desk', '/mod']);
  expect(wayOf({ user_roles: ['model_admin'] })).toEqual(['Desk', '/mod/review']);
  expect(wayOf({ user_roles: ['dvr'] })).toEqual(['Tokens', '/account/tokens']);
});
