import { describe, expect, test } from 'vitest';
import { BEHIND_PROXY, useTestSite } from '../../app/testing-site.ts';
import { refuseUsername } from '../identity/index.ts';
import { SHORT_ADDRESSES } from './short-addresses.ts';
import type { PageServices } from './testing-page-services.ts';

/** In place of the pages: what the page was given of whoever asks, as text. */
const drawn = async (_request: Request, given: object): Promise<Response> => {
  const services = given as PageServices;
  const current = await services.currentUser();
  const config = await services.siteConfig();
  return Response.json({
    name: current?.user.username ?? null,
    geo: current?.user.geo ?? null,
    csrf: config.csrf,
    isGeoBlocked: config.switches.geo_overlay,
  });
};
const site = await useTestSite({
  env: { ...BEHIND_PROXY, FRAME_DOMAINS: 'partner.example', TIP_BLOCKED_COUNTRIES: 'SE' },
  renderPage: drawn,
});

describe('what a page is rendered with', () => {
  test('a personal page sees the cookies of its visitor and the address and country that the proxy tells (SHELL-033)', async () => {
    const from = { address: '203.0.113.9', country: 'DE' };
    const member = await site.join({ from });
    const page = await (await member.fetch('/account/tokens')).json();
    expect(page).toMatchObject({ name: member.username, geo: { ip: '203.0.113.9', isoCode: 'DE' } });
    // Another address of the same person, and no address that a visitor makes up.
    const bare = await fetch(`${site.url}/account/tokens`, {
      headers: {
        cookie: [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-forwarded-for': '192.0.2.1, 198.51.100.7',
        'x-country': 'NL',
      },
    });
    expect(await bare.json()).toMatchObject({
      name: member.username,
      geo: { ip: '198.51.100.7', isoCode: 'NL' },
    });
    // Without the cookie it is nobody's page.
    const stranger = await site.visit(from);
    expect(await (await stranger.fetch('/account/tokens')).json()).toMatchObject({ name: null, geo: null });
  });

  test('a page that is the same for everyone sees the country alone, of the person nothing', async () => {
    const swede = await site.join({ from: { address: '203.0.113.10', country: 'SE' } });
    const page = await (await swede.fetch('/girls')).json();
    expect(page).toEqual({ name: null, geo: null, csrf: null, isGeoBlocked: true });
    const other = await site.join({ from: { address: '203.0.113.11', country: 'DE' } });
    expect(await (await other.fetch('/girls')).json()).toEqual({ ...page, isGeoBlocked: false });
  });
});

describe('frames', () => {
  const ancestorsOf = async (path: string) => {
    const policy = (await fetch(`${site.url}${path}`)).headers.get('content-security-policy') ?? '';
    return /frame-ancestors ([^;]*)/.exec(policy)?.[1];
  };

  test('a room may be framed by the listed domains, and nothing else by anybody', async () => {
    expect(await ancestorsOf('/marlowe_vance?iframe=1')).toBe('https://partner.example');
    for (const path of ['/marlowe_vance', '/girls?iframe=1', '/login?iframe=1', '/account/tokens?iframe=1'])
      expect(await ancestorsOf(path), path).toBe("'none'");
  });
});

describe('/enter.php', () => {
  const enter = (query: string, headers: Record<string, string> = {}) =>
    fetch(`${site.url}/enter.php${query}`, { redirect: 'manual', headers });

  test.each([
    ['', '/'],
    ['?type=home&model=anna_lee', '/'],
    ['?type=room&model=Anna_Lee', '/anna_lee'],
    ['?model=anna_lee&id=ad-7', '/anna_lee?advert_id=ad-7'],
    ['?type=room', '/'],
    ['?type=register&id=ad-7', '/register?advert_id=ad-7'],
    ['?type=tokens', '/account/tokens'],
    ['?type=elsewhere&model=//evil.example', '/'],
    ['?model=..%2F..%2Fetc', '/'],
    ['?type=register&id=%22%3E%3Cscript', '/register'],
    ['?model=anna_lee&model=ben_lee&id=1&id=2', '/'],
  ])('%s leads to %s, a page of this site, whatever is given', async (query, location) => {
    const answer = await enter(query);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(location);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test.each(['iframe', 'frame', 'embed', 'object', 'fencedframe'])(
    'inside of an %s it offers the way out of it, to where type, model and id lead; outside it leads there itself (SHELL-001)',
    async (element) => {
      for (const [query, path] of [
        ['', '/'],
        ['?model=anna_lee', '/anna_lee'],
        ['?type=register&id=ad-7', '/register?advert_id=ad-7'],
      ] as const) {
        const framed = await enter(query, { 'sec-fetch-dest': element });
        expect(framed.status).toBe(200);
        expect(await framed.text()).toContain(`<a href="${path}" target="_top"`);
        const answer = await enter(query, { 'sec-fetch-dest': 'document' });
        expect([answer.status, answer.headers.get('location')]).toEqual([302, path]);
      }
    },
  );
});

test('addresses that people type by hand lead to the pages that they mean, and nobody can be called so', async () => {
  for (const [name, page] of Object.entries(SHORT_ADDRESSES)) {
    const answer = await fetch(`${site.url}/${name}?theme=dark`, { redirect: 'manual' });
    expect([name, answer.status, answer.headers.get('location')]).toEqual([name, 302, `${page}?theme=dark`]);

    expect(refuseUsername(name), name).toBe('reserved');
  }
});
