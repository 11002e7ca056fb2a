import { expect, test } from 'vitest';
import { indexOfPage } from './page-index.ts';
import { robotsText } from './robots.ts';

const first = { page: 1, isFiltered: false, total: 8 };
const open = { path: '/girls/new' };

test('the first page of a list with somebody in it is indexed under its own address, or the one that stands for it', () => {
  expect(indexOfPage(open, first)).toEqual({ canonical: '/girls/new', robots: null });
  expect(indexOfPage({ path: '/voyeur-cams', index: 'canon' }, first)).toEqual({
    canonical: '/voyeur-cams',
    robots: null,
  });
  const bare = { path: '/sodastars/30days', canonical: '/girls/sodastars/30days', index: 'canon' as const };
  expect(indexOfPage(bare, first).canonical).toBe('/girls/sodastars/30days');
});

test('further pages, filtered ones and empty lists are followed and not indexed; some lists are neither', () => {
  for (const asked of [
    { ...first, page: 2 },
    { ...first, isFiltered: true },
    { ...first, total: 0 },
  ])
    expect(indexOfPage(open, asked)).toEqual({ canonical: null, robots: 'noindex, follow' });
  expect(indexOfPage({ path: '/for-you', index: 'no' }, first)).toEqual({
    canonical: null,
    robots: 'noindex',
  });
});

/** The rule by which robots read the file: of the lines that fit, the longest counts. */
const mayFetch = (text: string, path: string): boolean => {
  const rules = [...text.matchAll(/^(Allow|Disallow): (.+)$/gm)].map(([, kind, pattern]) => {
    const source = pattern!
      .replace(/[.?+^(){}[\]\\|]/g, '\\$&')
      .replaceAll('*', '.*')
      .replace(/\$$/, 'END');
    return { kind, length: pattern!.length, fits: new RegExp(`^${source.replace(/END$/, '$')}`).test(path) };
  });
  const [best] = rules.filter(({ fits }) => fits).toSorted((a, b) => b.length - a.length);
  return best?.kind !== 'Disallow';
};

test('robots may fetch lists, rooms, their further pages and pictures, and neither pages of people nor queries', () => {
  const text = robotsText('https://klieg.example', true);
  for (const path of [
    '/',
    '/girls',
    '/girls/tag/piano',
    '/girls?p=2',
    '/tags?page=2',
    '/anna_b',
    '/anna_b/bio',
    // A name that begins with a word of a closed page.
    '/searching',
    '/admin_of_hearts',
    '/api/v1/thumb/anna_b.jpg',
    '/assets/entry.js',
    '/sitemap.xml',
    '/login',
  ])
    expect(mayFetch(text, path), path).toBe(true);
  for (const path of [
    '/account/settings',
    '/admin',
    '/inbox',
    '/multi-filter',
    '/multi-filter?lang=german',
    '/search/piano',
    '/search?q=piano',
    '/girls?utm_source=x',
    '/tags?sort=name',
    '/api/v1/browse/react',
    '/browse-role/vr',
    '/view-history',
  ])
    expect(mayFetch(text, path), path).toBe(false);
  expect(text).toContain('Sitemap: https://klieg.example/sitemap.xml');
  expect(mayFetch(robotsText('https://klieg.example', false), '/girls')).toBe(false);
});
