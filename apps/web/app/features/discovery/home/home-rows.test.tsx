import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { refusal, stubServer } from '#app/shared/testing/stub-server.ts';
import { cardFixture } from '../cards/card.fixture.ts';
import HomeRows from './home-rows.tsx';

const READ = 'GET /browse/react/home/section';
const list = [cardFixture({ id: 1, username: 'ada', displayName: 'Ada' })];
const section = (key: string, title: string) => ({ key, title, url: null, value: null, list, total: 1 });
const answer = { sections: [section('new', 'New'), section('followed', 'Followed')] };
const busy = () => document.querySelector('[aria-busy=true]');

test('rows that have not come with the page go from loading to an error that stays, through loading by a press, to what was read (HOME-017)', async () => {
  const replies: Record<string, unknown> = { [READ]: refusal(503, 'common.unavailable') };
  const sent = stubServer(replies);
  renderPage(<HomeRows section="girls" />);
  expect(busy()).toBeTruthy();
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Newcomers and the top rated did not load',
  );
  expect(busy()).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Try now' }));
  expect(busy()).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  await screen.findByRole('alert');
  replies[READ] = answer;
  fireEvent.click(screen.getByRole('button', { name: 'Try now' }));
  expect(await screen.findByText('Ada')).toBeTruthy();
  expect([busy(), screen.queryByRole('alert')]).toEqual([null, null]);
  // Of what the page shows by other means there is no second row.
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(['New']);
  expect(sent).toHaveLength(3);
});
