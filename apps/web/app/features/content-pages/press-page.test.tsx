import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { PressPage, pressUrl } from './press-page.tsx';

const entry = {
  id: '01932b5e-8c00-7000-8000-000000000001',
  outlet: 'lamp',
  outlet_name: 'Lamp',
  title: 'A word about light',
  excerpt: '',
  url: '/redir/xxxxxxxxxxxxxxxxxxxxxx',
  image_url: null,
  published_at: '2026-11-20T12:00:00.000Z',
};
const outlets = [{ slug: 'lamp', name: 'Lamp', count: 41 }];

test('pages of press keep the outlet in their addresses, and lead on and back', () => {
  expect([pressUrl(undefined), pressUrl('lamp'), pressUrl(undefined, 2), pressUrl('lamp', 3)]).toEqual([
    '/press',
    '/press?outlet=lamp',
    '/press?page=2',
    '/press?outlet=lamp&page=3',
  ]);
  renderPage(<PressPage press={{ data: [entry], last_page: 3, outlets }} page={2} outlet="lamp" />, '/press');
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/press?outlet=lamp');
  expect(screen.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe('/press?outlet=lamp&page=3');
  expect(screen.getByRole('link', { name: 'A word about light' }).getAttribute('href')).toBe(entry.url);
});

test('without any entry the page says so, and has no filter', () => {
  renderPage(
    <PressPage press={{ data: [], last_page: 1, outlets: [] }} page={1} outlet={undefined} />,
    '/press',
  );
  expect(screen.getByText('Nothing yet')).toBeTruthy();
  expect(screen.queryByRole('navigation', { name: 'Outlet' })).toBeNull();
});
