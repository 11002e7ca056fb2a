import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Link, useLocation } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { FanClub } from '@klieg/contract';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { openRealtime } from '../../shared/realtime/open-realtime.fixture.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { closeModal, modalStore } from '../../shared/modal/modal-store.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { stubServer } from '../../shared/testing/stub-server.ts';
import { cardFixture } from '../discovery/cards/card.fixture.ts';
import { ClubLevels } from './club-levels.tsx';
import { FanClubPage } from './fan-club-page.tsx';

const user = cardFixture({ fanclub: true });
const tier = { level: 'supporter' as const, price: 150, discount_percent: 0, benefits: [] };
const club: FanClub = {
  tiers: [tier],
  membership: null,
  members: 3,
  posts: [],
  next_cursor: null,
  user,
  logo_url: null,
  media_counts: { supporter: 0, insider: 0, legend: 0 },
};

/** The bio, whose levels lead to the club. */
function Pages() {
  const { pathname } = useLocation();
  if (pathname.endsWith('/fanclub')) return <FanClubPage club={club} user={user} />;
  return (
    <>
      <ClubLevels username={user.username} tiers={[tier]} />
      <Link to={`/${user.username}/fanclub?level=supporter`}>look at it</Link>
    </>
  );
}

const become = (its: Parameters<typeof currentUserFixture>[0]) =>
  act(() => meStore.dispatch({ type: 'loaded', current: currentUserFixture(its) }));

function showBio() {
  stubServer({ [`GET /chat/${user.username}/fans`]: club });
  return renderPage(<Pages />, '/bio');
}

afterEach(() => {
  act(() => closeModal());
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('one press on a level of the bio opens its dialog on the page of the club, once', async () => {
  become({ tokens: 500 });
  const { router } = showBio();
  fireEvent.click(screen.getByRole('link', { name: 'Join as Supporter' }));
  await screen.findByRole('dialog', { name: 'Join as Supporter' });
  await waitFor(() => expect(router.state.location.state).toBeNull());
  expect(router.state.location.search).toBe('?level=supporter');
});

test('a guest is asked to join the site at once', async () => {
  become({ user: { id: 0, username: 'guest_1' } });
  showBio();
  fireEvent.click(screen.getByRole('link', { name: 'Join as Supporter' }));
  await waitFor(() => expect(modalStore.get()).toEqual({ key: 'signup', props: { reason: 'fan_club' } }));
});

test('who follows a plain link to a level is asked nothing', async () => {
  become({ tokens: 500 });
  showBio();
  fireEvent.click(screen.getByRole('link', { name: 'look at it' }));
  await screen.findByRole('button', { name: 'Join as Supporter' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the logo stands beside the name of the club and in the dialog to join, and changes when the page hears so (FANCLUB-009)', async () => {
  const { tell } = openRealtime();
  // Pictures that are still on their way; the test's document calls each of them failed.
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
  become({ tokens: 500 });
  const logo = '/files/fan-logos/a.jpg';
  stubServer({ [`GET /chat/${user.username}/fans`]: { ...club, logo_url: logo } });
  renderPage(<FanClubPage club={{ ...club, logo_url: logo }} user={user} />, '/fanclub');
  const pictureIn = (place: Element) => place.querySelector('.avatar img')?.getAttribute('src');
  const head = () => pictureIn(document.querySelector('.fan-club-head')!);
  expect(head()).toBe(logo);
  fireEvent.click(await screen.findByRole('button', { name: 'Join as Supporter' }));
  expect(pictureIn(await screen.findByRole('dialog', { name: 'Join as Supporter' }))).toBe(logo);
  tell('v3.fans.logo', { seq: 1, username: 'somebody_else', logo_url: '/files/fan-logos/x.jpg' });
  tell('v3.fans.logo', { seq: 1, username: user.username, logo_url: '/files/fan-logos/b.jpg' });
  expect(head()).toBe('/files/fan-logos/b.jpg');
  tell('v3.fans.logo', { seq: 2, username: user.username, logo_url: null });
  expect(head()).toBe(user.avatarUrl ?? user.profilePictureUrl ?? undefined);
});
