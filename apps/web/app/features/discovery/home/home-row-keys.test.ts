import { expect, test } from 'vitest';
import { urlOfRow } from './home-row-keys.ts';

test('a row of all sections leads to a list of all sections, or nowhere; one of a section to that of the section', () => {
  const fresh = { key: 'new', url: '/girls/new' };
  const rated = { key: 'top_rated', url: '/girls/top-rated' };
  expect(urlOfRow(fresh, undefined, [])).toBe('/multi-filter?tag=is-live,is-new');
  expect(urlOfRow(fresh, undefined, ['m'])).toBe('/multi-filter?tag=is-live,is-new&gender-hide=m');
  expect(urlOfRow(rated, undefined, [])).toBeNull();
  expect(urlOfRow(fresh, 'girls', [])).toBe('/girls/new');
  expect(urlOfRow(rated, undefined, ['m', 't', 'c'])).toBe('/girls/top-rated');
  expect(urlOfRow({ key: 'featured', url: '/browse-role/featured' }, undefined, [])).toBe(
    '/browse-role/featured',
  );
  expect(urlOfRow({ key: 'new', url: null }, undefined, [])).toBeNull();
});
