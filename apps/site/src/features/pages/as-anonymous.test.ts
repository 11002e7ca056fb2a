import { expect, test } from 'vitest';
import { makeSites } from '../brand/request-site.ts';
import type { Account } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { asAnonymous } from './as-anonymous.ts';

const { siteOf } = makeSites({ publicUrl: 'http://localhost:8080', ownOrigins: new Set() });

const callerWith = (id: string, wished: 'de' | 'nl'): SiteCaller => {
  const site = siteOf({}, wished);
  return {
    key: id,
    isLoggedIn: true,
    isSuspended: id === 'a1',
    cookie: id,
    address: `203.0.113.${id.length}`,
    network: '203.0.113.7',
    isLoopback: false,
    site,
    locale: site.locale,
    account: { username: id } as Account,
    browser: { userAgent: id, knownDevice: id, consent: id },
    guestId: id,
    guestName: id,
    sessionId: id,
    sessionHash: Buffer.from(id),
    sudoUntil: id.length,
    country: 'DE',
    state: null,
  };
};

test('pages that many get do not depend on who asked first: not on the account, nor on its language', () => {
  const page = siteOf({ cookie: 'theme=dark' });
  const [one, other] = [
    asAnonymous(callerWith('a1', 'de'), page),
    asAnonymous(callerWith('a77', 'nl'), page),
  ];
  expect(one).toEqual(other);
  expect(one).toMatchObject({ account: null, isLoggedIn: false, locale: 'en', site: { locale: 'en' } });
});
