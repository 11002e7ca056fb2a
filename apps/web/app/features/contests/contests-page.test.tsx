import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { prizesOf } from './contest-dialog.tsx';
import { ContestsPage } from './contests-page.tsx';

const contest = {
  id: '01932b5e-8c00-7000-8000-000000000001',
  title: 'Lights',
  body: 'First part.\n\nSecond part.',
  starts_at: '2026-11-02T00:00:00.000Z',
  ends_at: '2026-11-04T00:00:00.000Z',
  prizes: ['A lamp', 'A bulb'],
  state: 'coming' as const,
  leaderboard: [],
};

test('a contest names its first and last day, its prizes in their order, and its places once it runs', () => {
  const { unmount } = renderPage(<ContestsPage items={[contest]} />, '/contests');
  const region = within(screen.getByRole('region', { name: 'Lights' }));
  expect(region.getByText('November 2, 2026')).toBeTruthy();
  expect(region.getByText('November 3, 2026')).toBeTruthy();
  expect(region.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['1A lamp', '2A bulb']);
  expect(region.getByText('Begins later')).toBeTruthy();
  expect(region.queryByText('Current places')).toBeNull();
  unmount();
  renderPage(<ContestsPage items={[{ ...contest, state: 'running' }]} />, '/contests');
  expect(screen.getByText('Current places')).toBeTruthy();
  expect(screen.getByText(/Nobody has a point yet/u)).toBeTruthy();
});

test('without a contest the page says so and leads on', () => {
  renderPage(<ContestsPage items={[]} />, '/contests');
  expect(screen.getByText('No contest now')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See who is liked this week' }).getAttribute('href')).toBe(
    '/most-liked',
  );
});

test('prizes are typed a line each, ten at most', () => {
  expect(prizesOf(' A lamp \n\nA bulb\n')).toEqual(['A lamp', 'A bulb']);
  expect(prizesOf('\n')).toBeUndefined();
  expect(prizesOf('x\n'.repeat(11))).toBeUndefined();
});
