import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { SectionTagsPage } from './section-tags-page.tsx';
import { findTags, letterId, letterOf, type ListedTag, tagsUrl } from './tag-list.ts';
import { TagsPage } from './tags-page.tsx';

const tag = (slug: string, count: number, live: number, category = 'Music'): ListedTag => ({
  slug,
  name: slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' '),
  count,
  live,
  url: `/girls/tag/${slug}`,
  category,
});
const TAGS = [
  tag('piano', 40, 10),
  tag('jazz', 20, 0),
  tag('late-night', 8, 8, 'Everyday'),
  tag('pets', 4, 1, 'Everyday'),
];
const index = {
  tag_list: TAGS,
  tag_count: 4,
  last_page: 1,
  combo: [{ slug: 'piano', slug2: 'jazz', count: 12, url: '/girls/tag/piano/jazz' }],
  letters: [
    { letter: 'J', page: 1 },
    { letter: 'L', page: 2 },
    { letter: 'P', page: 1 },
  ],
};
const names = () =>
  screen.getAllByRole('link', { name: /live of/u }).map((link) => link.getAttribute('aria-label'));
const field = () => screen.getByRole('searchbox', { name: 'Find a tag' });

test('each tag leads to its rooms and shows how many have it and are live, as a bar and in words (CONTENT-PAGES-009)', () => {
  renderPage(<TagsPage tags={index} page={1} sort="popular" />, '/tags');
  expect(screen.getByRole('heading', { level: 1, name: 'Tags' })).toBeTruthy();
  expect(names()).toEqual([
    'Piano: 10 live of 40',
    'Jazz: 0 live of 20',
    'Late night: 8 live of 8',
    'Pets: 1 live of 4',
  ]);
  const first = screen.getByRole('link', { name: 'Piano: 10 live of 40' });
  expect(first.getAttribute('href')).toBe('/girls/tag/piano');
  const bar = first.querySelector<HTMLElement>('.tag-bar')!;
  expect([bar.style.getPropertyValue('--all'), bar.style.getPropertyValue('--lit')]).toEqual(['100%', '25%']);
  expect(screen.getByRole('link', { name: 'piano + jazz 12' }).getAttribute('href')).toBe(
    '/girls/tag/piano/jazz',
  );
  const sorts = [...screen.getByRole('navigation', { name: 'Order' }).querySelectorAll('a')];
  expect(
    sorts.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')]),
  ).toEqual([
    ['Popular', '/tags', 'page'],
    ['Live now', '/tags?sort=live', null],
    ['By name', '/tags?sort=name', null],
  ]);
});

test('letters lead to where their tags begin, on another page too, and letters without a tag lead nowhere', () => {
  renderPage(<TagsPage tags={index} page={1} sort="name" />, '/tags?sort=name');
  const letters = screen.getByRole('navigation', { name: 'Letters' });
  expect(
    [...letters.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['J', '/tags?sort=name#letter-j'],
    ['L', '/tags?sort=name&page=2#letter-l'],
    ['P', '/tags?sort=name#letter-p'],
  ]);
  expect(letters.textContent).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  expect(document.querySelector('#letter-p')?.textContent).toContain('Pets');
});

test('a tag is found and opened by the keyboard alone', async () => {
  const { router } = renderPage(<TagsPage tags={index} page={1} sort="popular" />, '/tags');
  act(() => field().focus());
  fireEvent.change(field(), { target: { value: 'p' } });
  expect(names()).toEqual(['Piano: 10 live of 40', 'Pets: 1 live of 4']);
  fireEvent.keyDown(field(), { key: 'ArrowDown' });
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Piano: 10 live of 40');
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' });
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Pets: 1 live of 4');
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowUp' });
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowUp' });
  expect(document.activeElement).toBe(field());
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect(names()).toHaveLength(4);
  // Nothing is opened by Enter alone.
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(router.state.location.pathname).toBe('/tags');
  fireEvent.change(field(), { target: { value: 'late n' } });
  fireEvent.keyDown(field(), { key: 'Enter' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/girls/tag/late-night'));
});

test('words in no tag say so, with a way back and one to the search; no tag at all says what will be here', () => {
  const { unmount } = renderPage(<TagsPage tags={index} page={1} sort="popular" />, '/tags');
  fireEvent.change(field(), { target: { value: 'zither & co' } });
  expect(screen.getByText('No tag here contains “zither & co”')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Search all rooms for it' }).getAttribute('href')).toBe(
    '/search?q=zither%20%26%20co',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Show all tags' }));
  expect(names()).toHaveLength(4);
  unmount();
  const none = { tag_list: [], tag_count: 0, last_page: 1, combo: [], letters: [] };
  renderPage(<TagsPage tags={none} page={1} sort="popular" />, '/tags');
  expect(screen.getByText('No tags here yet')).toBeTruthy();
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('the tags of a section stand in their categories, which are a way down the page (CONTENT-PAGES-010)', () => {
  const tags = {
    tag_list: TAGS,
    tag_count: 4,
    gender: 'f' as const,
    categories: [
      { name: 'Music', tags: ['piano', 'jazz'] },
      { name: 'Everyday', tags: ['late-night', 'pets'] },
    ],
    seo: {
      breadcrumbList: [
        { name: 'Home', url: '/' },
        { name: 'Tags', url: '/tags' },
        { name: 'Girls tags', url: '/tags/girls' },
      ],
      description: 'Topics.',
      footerHtml: '',
      h1: 'Girls tags',
      metaDescription: 'Topics.',
      metaTitle: 'Girls tags',
    },
  };
  renderPage(<SectionTagsPage section="girls" tags={tags} />, '/tags/girls');
  expect(screen.getByRole('heading', { level: 1, name: 'Girls tags' })).toBeTruthy();
  const jumps = [...screen.getByRole('navigation', { name: 'Categories' }).querySelectorAll('a')];
  for (const jump of jumps) expect(document.querySelector(jump.getAttribute('href')!)).toBeTruthy();
  expect(document.querySelector('#tags-everyday')!.textContent).toContain('Late night');
  const way = screen.getByRole('navigation', { name: 'Breadcrumbs' });
  expect([...way.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(['/', '/tags']);
  fireEvent.change(field(), { target: { value: 'pets' } });
  expect(names()).toEqual(['Pets: 1 live of 4']);
  expect(document.querySelector('#tags-music')).toBeNull();
});

test('what begins so is found first, hyphens are blanks, and what begins with no letter has a place', () => {
  expect(findTags(TAGS, 'ni').map(({ slug }) => slug)).toEqual(['late-night']);
  expect(findTags([tag('open-piano', 1, 0), tag('piano', 1, 0)], 'Piano').map(({ slug }) => slug)).toEqual([
    'piano',
    'open-piano',
  ]);
  expect(findTags(TAGS, 'late-night')).toHaveLength(1);
  expect([letterOf('8 bit'), letterId('#'), letterId('P')]).toEqual(['#', 'letter-0', 'letter-p']);
  expect([tagsUrl('popular'), tagsUrl('live', 3)]).toEqual(['/tags', '/tags?sort=live&page=3']);
});
