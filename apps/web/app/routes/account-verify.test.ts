import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { servicesContext, type PageServices } from '../services.ts';
import { currentUserFixture } from '../shared/me/me.fixture.ts';
import { loader } from './account-verify.tsx';

/** What a member's page of this address is given, or where it leads. */
async function open(search: string): Promise<unknown> {
  const context = new RouterContextProvider();
  const services = {
    siteConfig: async () => ({ isFlingSubdomain: false }),
    currentUser: async () => currentUserFixture(),
  };
  context.set(servicesContext, services as unknown as PageServices);
  const request = new Request(`https://host/account/verify${search}`);
  const given = { params: {}, request, context } as unknown as Parameters<typeof loader>[0];
  return loader(given).then(
    ({ reason }) => reason,
    (thrown: unknown) => (thrown as Response).headers.get('location'),
  );
}

test.each([
  ['', 'account'],
  ['?type=identity', 'account'],
  ['?type=something', 'account'],
  ['?type=card', 'card'],
  ['?type=daily_limit', 'daily_limit'],
  ['?type=email', '/account/settings/email'],
  ['?type=phone', '/account/settings/profile'],
  ['?type=age', '/verify-age'],
  ['?type=model', '/models/signup'],
])('/account/verify%s shows or leads to %s (IDENTITY-005)', async (search, expected) => {
  expect(await open(search)).toBe(expected);
});
