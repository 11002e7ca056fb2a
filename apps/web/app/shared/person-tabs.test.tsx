import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PersonTabs } from './person-tabs.tsx';
import { renderPage } from './testing/render-page.tsx';

const tabs = () =>
  within(screen.getByRole('navigation', { name: 'Pages of the performer' }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')]);

test('each page of a performer leads to the others', () => {
  renderPage(<PersonTabs user={{ username: 'iris', fanclub: true }} at="club" />);
  expect(tabs()).toEqual([
    ['About', '/iris/bio', null],
    ['Media', '/iris/media', null],
    ['Fan club', '/iris/fanclub', 'page'],
    ['Ratings', '/iris/bio#ratings', null],
    ['Schedule', '/iris/bio#schedule', null],
    ['Room', '/iris', null],
  ]);
});

test('media and ratings are counted where the page knows how many there are', () => {
  renderPage(<PersonTabs user={{ username: 'iris', fanclub: false }} at="about" media={1_148} ratings={0} />);
  expect(tabs().map(([name]) => name)).toEqual(['About', 'Media1,148', 'Ratings', 'Schedule', 'Room']);
});

test('without a fan club none leads to it', () => {
  renderPage(<PersonTabs user={{ username: 'iris', fanclub: false }} at="media" />);
  expect(tabs().map(([name]) => name)).toEqual(['About', 'Media', 'Ratings', 'Schedule', 'Room']);
});
