import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hideModel } from '#app/shared/me/hidden-models.ts';
import { meStore } from '#app/shared/me/me-store.ts';
import { resetSwiper } from '#app/shared/me/swiper-state.ts';
import { modalStore } from '#app/shared/modal/modal-store.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { stubServer } from '#app/shared/testing/stub-server.ts';
import { BrowsePage } from '../lists/browse-page.tsx';
import { CardListPage } from '../lists/card-list-page.tsx';
import { cardFixture, browseFixture } from '../cards/card.fixture.ts';
import { FilterPage } from '../filter/filter-page.tsx';
import { packListing, unpackListing } from '../cards/listed-cards.ts';
import { ListingPage } from '../lists/listing-page.tsx';
import { RowOfRooms } from '../home/room-row.tsx';
import { SearchPage } from '../search/search-page.tsx';
import HiddenModelsModal from './hidden-models-modal.tsx';

const cards = ['anna', 'ben', 'cleo'].map((username, at) =>
  cardFixture({ id: at + 1, username, displayName: `The ${username}` }),
);
const packed = packListing(browseFixture({ userList: cards, totalCount: cards.length }));
const listing = unpackListing(packed);
const row = { key: 'new', title: 'New', url: null, total: 3, cards };

const PAGES: readonly (readonly [string, ReactNode])[] = [
  ['the home page and sections', <BrowsePage key="b" result={listing} sections={null} />],
  ['a list with a name', <ListingPage key="l" result={listing} />],
  [
    'filtered rooms',
    <FilterPage key="f" listing={packed} counts={null} drops={{ dropList: [], dropAllCount: 0 }} />,
  ],
  [
    'search results',
    <SearchPage
      key="s"
      term="vinyl"
      found={{ listing: packed, counts: null, drops: { dropList: [], dropAllCount: 0 } }}
      popular={[]}
      sections={null}
    />,
  ],
  [
    'followed, viewed and most liked rooms',
    <CardListPage key="c" title="Rooms" cards={cards} empty={null} />,
  ],
];

const shown = () =>
  [...document.querySelectorAll('article.card > a')].map((link) => link.getAttribute('href'));

beforeEach(() => {
  localStorage.clear();
  resetSwiper();
  meStore.reset();
  stubServer({});
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
});
afterEach(() => {
  cleanup();
  modalStore.dispatch({ type: 'close' });
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.each(PAGES)('%s leave out whom this browser hides, say so, and show them again', (_name, page) => {
  renderPage(page);
  expect(shown()).toEqual(['/anna', '/ben', '/cleo']);
  act(() => hideModel('ben', true));
  expect(shown()).toEqual(['/anna', '/cleo']);
  expect(screen.getByText('You have hidden 1 performer from this list.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Hidden performers' }));
  expect(modalStore.get()?.key).toBe('hidden-models');
  act(() => hideModel('ben', false));
  expect(shown()).toEqual(['/anna', '/ben', '/cleo']);
  expect(screen.queryByText(/You have hidden/)).toBeNull();
});

test('a row of rooms leaves them out, and is none without anybody left', () => {
  renderPage(<RowOfRooms row={row} />);
  act(() => hideModel('ben', true));
  expect(shown()).toEqual(['/anna', '/cleo']);
  act(() => {
    hideModel('anna', true);
    hideModel('cleo', true);
  });
  expect(document.querySelector('section')).toBeNull();
});

test('a card can be hidden while a mouse or the focus is on it, and the dialog lists whom one hides', async () => {
  renderPage(<ListingPage result={listing} />);
  expect(screen.queryByRole('button', { name: 'Hide The anna' })).toBeNull();
  const card = document.querySelector('article.card')!;
  fireEvent.focus(card.querySelector('a')!);
  fireEvent.click(await screen.findByRole('button', { name: 'Hide The anna' }));
  expect(shown()).toEqual(['/ben', '/cleo']);
  cleanup();
  const onClose = vi.fn();
  renderPage(<HiddenModelsModal onClose={onClose} />);
  expect(screen.getByText(/This browser remembers this/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show anna again' }));
  expect(screen.getByText('Nobody is hidden')).toBeTruthy();
});
