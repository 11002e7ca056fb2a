import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentUserFixture } from '#app/shared/me/me.fixture.ts';
import { meStore } from '#app/shared/me/me-store.ts';
import { modalStore } from '#app/shared/modal/modal-store.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { refusal, stubServer } from '#app/shared/testing/stub-server.ts';
import { cardFixture } from '../cards/card.fixture.ts';
import CustomHome from './custom-home.tsx';
import { HomeSkeleton } from './home-skeleton.tsx';

const cards = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    cardFixture({ id: at + 1, username: `room_${at}`, displayName: `Room ${at}` }),
  );
const READ = 'GET /browse/react/home/custom';
const answer = {
  sections: [
    {
      key: 'language',
      title: 'English',
      url: '/girls/language/english',
      value: 'english',
      list: cards(12),
      total: 31,
    },
    { key: 'favs_history', title: 'My Favs & History', url: null, value: null, list: cards(2), total: 2 },
  ],
  sectionList: ['language', 'favs_history'],
  available: ['favs_history', 'language'],
};
const busy = () => document.querySelector('[aria-busy=true]');
const titles = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

test('sections come in the order of the answer, six rooms each, and lead to all where there is more (HOME-001) (HOME-010) (HOME-018) (HOME-020) (HOME-021)', async () => {
  stubServer({ [READ]: answer });
  renderPage(<CustomHome waiting={<HomeSkeleton />} />);
  expect(busy()).toBeTruthy();
  await waitFor(() => expect(busy()).toBeNull());
  expect(titles()).toEqual(['English', 'My Favs & History']);
  // What a title of one value is about.
  expect(screen.getByText('Language')).toBeTruthy();
  expect(screen.getAllByRole('article')).toHaveLength(8);
  const all = screen.getAllByRole('link', { name: /^See all/u });
  expect(all.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['See all 31', '/girls/language/english'],
  ]);
});

test('what did not load says so, and is tried again by a press (HOME-018)', async () => {
  const replies: Record<string, unknown> = { [READ]: refusal(503, 'common.unavailable') };
  const sent = stubServer(replies);
  renderPage(<CustomHome waiting={<HomeSkeleton />} />);
  expect(await screen.findByText('Your home page did not load')).toBeTruthy();
  replies[READ] = answer;
  fireEvent.click(screen.getByRole('button', { name: 'Try now' }));
  expect(busy()).toBeTruthy();
  expect(await screen.findByText('English')).toBeTruthy();
  expect(sent).toHaveLength(2);
});

test('sections go from loading to an error that stays, through loading again by a press, to what was read (HOME-018)', async () => {
  const replies: Record<string, unknown> = { [READ]: refusal(503, 'common.unavailable') };
  const sent = stubServer(replies);
  renderPage(<CustomHome waiting={<HomeSkeleton />} />);
  expect(busy()).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  const failed = await screen.findByRole('alert');
  expect(failed.textContent).toContain('Your home page did not load');
  expect(busy()).toBeNull();
  expect(screen.queryAllByRole('heading', { level: 2, name: 'English' })).toEqual([]);
  // Once more in vain: it waits again, and says so again.
  fireEvent.click(screen.getByRole('button', { name: 'Try now' }));
  expect(busy()).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  await screen.findByRole('alert');
  replies[READ] = answer;
  fireEvent.click(screen.getByRole('button', { name: 'Try now' }));
  expect(busy()).toBeTruthy();
  expect(await screen.findByText('English')).toBeTruthy();
  expect(busy()).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent).toHaveLength(3);
});

test('with nobody in the sections the page says what to do (HOME-002)', async () => {
  stubServer({ [READ]: { ...answer, sections: [] } });
  renderPage(<CustomHome waiting={<HomeSkeleton />} />);
  expect(await screen.findByText('Nobody is in your sections now')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Choose sections' }));
  expect(modalStore.get()?.key).toBe('home-layout');
});

test('other sections are read when the member chooses them, and not when the page learns who looks (HOME-018)', async () => {
  const replies: Record<string, unknown> = { [READ]: answer };
  const sent = stubServer(replies);
  renderPage(<CustomHome waiting={<HomeSkeleton />} />);
  expect(await screen.findByText('English')).toBeTruthy();
  act(() => meStore.dispatch({ type: 'loaded', current: currentUserFixture() }));
  expect(sent).toHaveLength(1);
  replies[READ] = { ...answer, sections: answer.sections.toReversed() };
  act(() => meStore.dispatch({ type: 'settings', settings: { home_custom: ['favs_history', 'language'] } }));
  await waitFor(() => expect(titles()).toEqual(['My Favs & History', 'English']));
  expect(sent).toHaveLength(2);
});
