import type { Bio } from '@klieg/contract';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { MenuList } from '../acts/index.ts';
import { ClubLevels } from '../fan-club/index.ts';
import { MediaPreview } from '../media-library/index.ts';
import { mediaFixture } from '../media-library/media.fixture.ts';
import { cardFixture } from '../discovery/cards/card.fixture.ts';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { closeModal, modalStore } from '../../shared/modal/modal-store.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { BioPage, type BioPageProps } from './bio-page.tsx';

const bio: Bio = {
  user: cardFixture({ spy_cost: 6, ticket_price: 450 }),
  about: 'Whole sides, uninterrupted.',
  languages: ['english'],
  ethnicity: null,
  body: null,
  region: null,
  country_code: 'PT',
  city: '',
  turn_ons: '',
  schedule: [],
  socialMedia: { amazon: null, bluesky: null, instagram: null, twitter: null },
  tags: [],
  joined_at: '2026-11-20T11:25:10.000Z',
  last_online_at: null,
  ratings: { average: 92, count: 52, by_stars: { 1: 0, 2: 0, 3: 7, 4: 8, 5: 37 } },
  followers: 149,
  exclusive_cost: 90,
  fanclub: [],
  media_preview: [],
  related: [],
  seo: {
    breadcrumbList: [],
    description: '',
    footerHtml: '',
    h1: '',
    metaDescription: '',
    metaTitle: '',
  },
};
const show = (parts: Partial<BioPageProps> = {}) =>
  renderPage(<BioPage bio={bio} schedule={<p>hours</p>} related={[]} {...parts} />);
const become = (user: Parameters<typeof currentUserFixture>[0]) =>
  act(() => meStore.dispatch({ type: 'loaded', current: currentUserFixture(user) }));
const message = () => screen.queryByRole('link', { name: 'Message' });

afterEach(() => {
  cleanup();
  closeModal();
});

test('the wide column has what there is to see and the club, and the ratings only where it would be empty', () => {
  const tier = { level: 'supporter' as const, price: 150, discount_percent: 0, benefits: [] };
  show({
    media: <MediaPreview username="marlowe_vance" media={[mediaFixture()]} total={148} />,
    fanClub: <ClubLevels username="marlowe_vance" tiers={[tier]} members={1_846} />,
  });
  const middle = () => document.querySelector('.bio-middle')!.textContent;
  expect(screen.getByRole('link', { name: 'All 148' }).getAttribute('href')).toBe('/marlowe_vance/media');
  expect(middle()).toContain('Side B');
  expect(middle()).toContain('Supporter');
  expect(middle()).toContain('1,846 members');
  expect(screen.getByRole('link', { name: 'Join as Supporter' }).getAttribute('href')).toBe(
    '/marlowe_vance/fanclub?level=supporter',
  );
  expect(middle()).not.toContain('Ratings');
  cleanup();
  show();
  expect(middle()).toContain('Ratings');
});

test('prices, the way to a private and the tip menu of the room stand together', () => {
  const items = Array.from({ length: 9 }, (_, i) => ({ id: `i${i}`, label: `Song ${i}`, tokens: 40 + i }));
  show({ askPrivate: <p>ask</p>, menu: <MenuList username="marlowe_vance" items={items} /> });
  const offers = document.querySelector('.bio-offers')!;
  expect(offers.textContent).toContain('Ticket show450');
  expect(offers.textContent).toContain('ask');
  expect(offers.querySelectorAll('.menu-list > li')).toHaveLength(8);
  expect(screen.getByRole('link', { name: 'All 9' }).getAttribute('href')).toBe('/marlowe_vance');
});

test('a member writes from the bio; guests join first, and nobody writes to themselves', () => {
  become({});
  const { router, unmount } = show();
  expect(message()!.getAttribute('href')).toBe('/inbox?with=marlowe_vance');
  unmount();
  become({ user: { id: 0, username: 'guest_1' } });
  const guest = show();
  fireEvent.click(message()!);
  expect(modalStore.get()).toEqual({ key: 'signup', props: { reason: 'chat' } });
  expect(guest.router.state.location.pathname).toBe('/');
  expect(router.state.location.pathname).toBe('/');
  cleanup();
  become({ user: { username: 'marlowe_vance' } });
  show();
  expect(message()).toBeNull();
});

test('a member of the club is shown the own level, and the ways to the others', () => {
  const tiers = (['supporter', 'insider'] as const).map((level) => ({
    level,
    price: 150,
    discount_percent: 0,
    benefits: [],
  }));
  become({ fanclub_membership_list: [{ modelUsername: 'marlowe_vance', level: 'insider' }] } as never);
  show({ fanClub: <ClubLevels username="marlowe_vance" tiers={tiers} members={2} /> });
  expect(screen.getByText('Yours').closest('section')!.textContent).toContain('Insider');
  expect(screen.getByRole('link', { name: 'Manage' }).getAttribute('href')).toBe('/marlowe_vance/fanclub');
  expect(screen.getByRole('link', { name: 'Change to Supporter' }).getAttribute('href')).toBe(
    '/marlowe_vance/fanclub?level=supporter',
  );
});

test('usual hours are a chart of days, said in words to who does not see it', () => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  renderPage(
    <BioPage
      bio={{ ...bio, schedule: [{ day: 5, from: '19:00', to: '04:00', tz: zone }] }}
      schedule={<p>hours</p>}
      related={[]}
    />,
  );
  expect(screen.getByText('Friday 19:00 – 04:00')).toBeTruthy();
  expect(document.querySelectorAll('.week-track > i')).toHaveLength(1);
  expect(document.querySelectorAll('.week-track')).toHaveLength(7);
});

test('without usual hours there is no chart', () => {
  show();
  expect(document.querySelector('.week')).toBeNull();
});

test('the tab of the schedule leads to the usual hours where there are some, else to what is announced', () => {
  const told = vi.spyOn(console, 'error');
  const entry = { day: 2, from: '20:00', to: '23:00', tz: 'UTC' };
  show({ bio: { ...bio, schedule: Array.from({ length: 14 }, () => entry) } });
  const target = () => document.querySelectorAll('#schedule');
  expect([...target()].map(({ textContent }) => textContent?.slice(0, 11))).toEqual(['Usual hours']);
  expect(target()[0]!.querySelectorAll('.sr-only li')).toHaveLength(1);
  expect(told).not.toHaveBeenCalled();
  told.mockRestore();
  cleanup();
  show();
  expect([...target()].map(({ textContent }) => textContent)).toEqual(['hours']);
});
