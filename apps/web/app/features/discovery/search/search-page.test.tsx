import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { stubServer } from '#app/shared/testing/stub-server.ts';
import { browseFixture, cardFixture } from '../cards/card.fixture.ts';
import { packListing } from '../cards/listed-cards.ts';
import { type Found, SearchPage } from './search-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const rooms = packListing(browseFixture({ userList: [cardFixture({ username: 'anna' })], totalCount: 14 }));
const show = (found: Found | null) => {
  stubServer({});
  renderPage(<SearchPage term="vinyl" found={found} popular={['piano']} sections={null} />);
};

test('what is found stands beside what it can be filtered by, with how many there are for the word', () => {
  const counts = {
    controlHerRate: {},
    gender: {},
    language: { german: 3 },
    location: {},
    privateRate: {},
    tag: {},
  };
  show({ listing: rooms, counts, drops: { dropList: [], dropAllCount: 0 } });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('14 rooms');
  expect(screen.getByText('for “vinyl”')).toBeTruthy();
  expect(screen.getByRole('complementary', { name: 'Filters' }).textContent).toContain('German');
  expect(screen.queryByRole('button', { name: /Save/u })).toBeNull();
});

test('a word that finds nobody says so, and shows who is live instead', () => {
  show({ listing: packListing(browseFixture({ alternativeUserList: [cardFixture({ username: 'ben' })] })) });
  expect(screen.getByText('Nothing found for “vinyl”')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Live instead' })).toBeTruthy();
});
