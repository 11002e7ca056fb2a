import { expect, test } from 'vitest';
import { pageHead, siteOf } from './page-head.ts';
import { breadcrumbs, itemList } from './structured.ts';

const site = { main_domain_url: 'https://klieg.example', display_name: 'Klieg' } as never;
const matches = [{ id: 'root', loaderData: { siteConfig: { site } } }, { id: 'routes/x' }];

test('a page that is indexed names its address on the main site, whichever name it was asked by', () => {
  expect(siteOf(matches)).toBe(site);
  const head = pageHead(
    { title: 'New', description: 'Who is new.', canonical: '/girls/new', robots: null },
    site,
  );
  expect(head).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://klieg.example/girls/new' });
  expect(head).toContainEqual({ property: 'og:url', content: 'https://klieg.example/girls/new' });
  expect(head).toContainEqual({ property: 'og:site_name', content: 'Klieg' });
  expect(head).toContainEqual({ name: 'twitter:card', content: 'summary' });
  expect(JSON.stringify(head)).not.toContain('robots');
});

test('a page that is not indexed names none, and a picture has its whole address', () => {
  const head = pageHead(
    { title: 'x', canonical: null, robots: 'noindex, follow', image: '/api/v1/thumb/anna.jpg?v=1&w=960' },
    site,
  );
  expect(JSON.stringify(head)).not.toContain('canonical');
  expect(head).toContainEqual({ name: 'robots', content: 'noindex, follow' });
  expect(head).toContainEqual({
    property: 'og:image',
    content: 'https://klieg.example/api/v1/thumb/anna.jpg?v=1&w=960',
  });
  expect(head).toContainEqual({ name: 'twitter:card', content: 'summary_large_image' });
});

test('an error page without the site’s configuration has a title and no addresses', () => {
  const head = pageHead(
    { title: 'x', canonical: null, image: '/a.jpg' },
    siteOf([undefined, { id: 'root' }]),
  );
  expect(JSON.stringify(head)).not.toMatch(/og:image|og:site_name/);
});

test('ways and lists are told with whole addresses in their order', () => {
  const base = 'https://klieg.example';
  expect(
    breadcrumbs(base, [
      { name: 'Home', url: '/' },
      { name: 'Girls', url: '/girls' },
    ]),
  ).toEqual({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://klieg.example/' },
      { '@type': 'ListItem', position: 2, name: 'Girls', item: 'https://klieg.example/girls' },
    ],
  });
  expect(itemList(base, [{ name: 'Anna', path: '/anna' }])).toMatchObject({
    numberOfItems: 1,
    itemListElement: [{ position: 1, name: 'Anna', url: 'https://klieg.example/anna' }],
  });
});
