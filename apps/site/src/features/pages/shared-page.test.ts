import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sharedPageOf } from './shared-page.ts';

const site = { host: 'klieg.example', theme: null };
const nowhere = { country: null, state: null };
const of = (url: string, headers: Record<string, string> = {}, more = {}) =>
  sharedPageOf({ url, headers }, { ...site, ...more }, nowhere);
const keyOf = (url: string, headers: Record<string, string> = {}) => of(url, headers)?.key;

describe('a page that is the same for everyone', () => {
  test.each([
    ['unknown names of the query', '/?utm_source=x&fbclid=1', '/'],
    ['their order', '/girls?p=2&gender-hide=m', '/girls?gender-hide=m&p=2'],
    ['a name that comes twice', '/?p=2&p=3', '/?p=2'],
    ['a value of unreasonable length', `/?q=${'x'.repeat(501)}`, '/'],
    ['a modal, which the browser opens', '/girls?modal=login', '/girls'],
    ['slashes before the host of another', '//evil.example/x', '/evil.example/x'],
    ['how a path is written', '/girls/../men', '/men'],
  ])('does not depend on %s', (_case, url, path) => {
    expect(of(url)?.path).toBe(path);
    expect(keyOf(url)).toBe(keyOf(path));
  });

  test.each([
    '/account',
    '/Account/tokens',
    '/ADMIN',
    '/%61ccount',
    '/Admin.data',
    '/admin/users?q=x',
    '/Login?return_to=/x',
    '/model-Desk',
  ])('is never one that is somebody’s own, however it is written: %s', (url) => {
    expect(of(url, { cookie: '__Host-session=x' })).toBeUndefined();
  });

  test('does not depend on cookies and headers that no page reads', () => {
    const plain = keyOf('/');
    for (const headers of [
      { cookie: 'guest=b; _ga=1; member=1' },
      { cookie: 'theme=pink; locale=xx; gender=everything' },
      // A language without texts makes no page of its own.
      { cookie: 'locale=de' },
      { 'accept-language': 'fr-CH, fr' },
      { 'accept-language': 'pl' },
      { 'accept-language': 'en-GB,en;q=0.9' },
      { 'user-agent': 'x', host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    ])
      expect(keyOf('/', headers as never)).toBe(plain);
  });

  test('is one for whoever seems to be logged in, whatever the session, and another for guests; data is one for both', () => {
    const member = keyOf('/', { cookie: 'session=a' });
    expect(of('/', { cookie: 'session=a' })?.headers.cookie).toContain('member=1');
    expect(of('/', { cookie: 'session=a' })?.headers.cookie).not.toContain('session');
    expect(keyOf('/', { cookie: '__Host-session=b; guest=c' })).toBe(member);
    expect(keyOf('/')).not.toBe(member);
    expect(keyOf('/girls.data', { cookie: 'session=a' })).toBe(keyOf('/girls.data'));
  });

  test('depends on section, theme, place, page and search', () => {
    const keys = [
      keyOf('/'),
      keyOf('/', { cookie: 'gender=m' }),
      of('/', {}, { theme: 'dark' })?.key,
      sharedPageOf({ url: '/', headers: {} }, site, { country: 'DE', state: null })?.key,
      sharedPageOf({ url: '/', headers: {} }, site, { country: 'US', state: 'US-FL' })?.key,
      keyOf('/?p=2'),
      keyOf('/search?q=words'),
      keyOf('/girls.data?_routes=root'),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('pages without a section depend on the one that was visited last, and no other page does', () => {
    const cookie = 'guest=a; gender=m';
    for (const url of ['/', '/_.data', '/feed', '/feed.data', '/sodastars/30days', '/fanclub/online.data']) {
      expect(of(url, { cookie })?.headers.cookie, url).toContain('gender=m');
      expect(keyOf(url, { cookie }), url).not.toBe(keyOf(url, { cookie: 'gender=c' }));
      expect(keyOf(url, { cookie: 'gender=x' }), url).toBe(keyOf(url));
    }
    for (const url of ['/girls', '/men/feed', '/search?q=words', '/girls/sodastars/30days'])
      expect(keyOf(url, { cookie }), url).toBe(keyOf(url));
  });

  test('the home page depends on whether its reader has laid it out, and no other page does (HOME-001) (HOME-019)', () => {
    const cookie = 'guest=a; home=custom';
    expect(of('/', { cookie })?.headers.cookie).toContain('home=custom');
    for (const url of ['/', '/_.data?_routes=routes%2Fhome'])
      expect(keyOf(url, { cookie })).not.toBe(keyOf(url));
    for (const url of ['/girls', '/search?q=words']) expect(keyOf(url, { cookie })).toBe(keyOf(url));
    for (const value of ['classic', 'x', ''])
      expect(keyOf('/', { cookie: `home=${value}` })).toBe(keyOf('/'));
  });

  test('lists without a section depend on the genders that a member hides, and no other page does (SETTINGS-008)', () => {
    const cookie = 'session=a; hide=cm';
    for (const url of ['/', '/_.data', '/for-you', '/top.data', '/sodastars/30days', '/browse-role/vr']) {
      expect(of(url, { cookie })?.headers.cookie, url).toContain('hide=mc');
      expect(keyOf(url, { cookie }), url).toBe(keyOf(url, { cookie: 'session=b; hide=mc' }));
      expect(keyOf(url, { cookie }), url).not.toBe(keyOf(url, { cookie: 'session=a; hide=t' }));
      // What a member left in this browser counts for nobody who comes after.
      expect(keyOf(url, { cookie: 'hide=m' }), url).toBe(keyOf(url));
      expect(keyOf(url, { cookie: 'session=a; hide=x' }), url).toBe(keyOf(url, { cookie: 'session=a' }));
    }
    for (const url of ['/girls', '/search?q=words', '/multi-filter', '/marlowe_vance'])
      expect(keyOf(url, { cookie }), url).toBe(keyOf(url, { cookie: 'session=a' }));
  });

  test.each([
    '/login',
    '/account/settings',
    '/account.data',
    '/admin/orders',
    '/inbox',
    '/overlay/goal?key=x',
    '/reset/abc',
    '/free-register/connect?token=abc',
    '/pg-login?token=abc',
  ])('%s is somebody’s own', (url) => expect(of(url)).toBeUndefined());
});

const web = (file: string): string =>
  readFileSync(new URL(`../../../../web/app/${file}`, import.meta.url), 'utf8');

/** Addresses of pages, and the files that draw them. */
const routes = [...web('routes.ts').matchAll(/route\('([^']+)', '([^']+)'\)/g)].map(
  ([, path, file]) => [`/${path!.replace(/:\w+\??/g, 'x')}`, file!] as const,
);

describe('every page that asks who somebody is belongs to that person', () => {
  test('there are pages', () => expect(routes.length).toBeGreaterThan(20));

  test.each(routes)('%s', (path, file) => {
    const isPersonal = /require-login|auth-route/.test(web(file));
    if (isPersonal) expect(of(path)).toBeUndefined();
  });
});

test('what the loader of a shared page reads of its address is part of the page', () => {
  const unknown = routes.flatMap(([path, file]) =>
    [...web(file).matchAll(/(?:query|searchParams)\.get\('([\w-]+)'\)/g)]
      .map(([, name]) => `${path}?${name}=v`)
      .filter((url) => (of(url) ? of(url)!.path !== url : false)),
  );
  expect(unknown).toEqual([]);
});
