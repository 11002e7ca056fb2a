import { api } from '@klieg/contract';
import { sql } from 'kysely';
import type { Visitor } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { describe, expect, test } from 'vitest';
import { faultsOfOauth } from './oauth-settings.ts';
import { codeAt } from '../second-factor/testing-app.ts';
import { mailTo } from '../credentials/testing-mail-store.ts';
import { codeOf, type Member, TEST_PASSWORD, useTestSite } from '../../app/testing-site.ts';

const site = await useTestSite();
const { kysely } = site.database;

type Name = 'google' | 'facebook';
type Person = {
  readonly name?: string;
  readonly email?: string;
  readonly verified?: boolean;
  readonly fault?: string;
  readonly answer?: 'yes' | 'no';
};
const FAILED = '/login?error=oauth';

const pathOf = ({ route }: { readonly route: readonly [string, string] }, provider: Name): string =>
  `/api/v1${route[1].replace('{provider}', provider)}`;
/** As a browser that goes to a page. */
const goTo = async (visitor: Visitor, url: string, from: 'same-origin' | 'cross-site'): Promise<string> => {
  const { pathname, search } = new URL(url, site.url);
  return (await visitor.navigate(`${pathname}${search}`, from))!;
};
const start = (visitor: Visitor, provider: Name, query = ''): Promise<string> =>
  goTo(visitor, `${pathOf(api.startOauth, provider)}${query}`, 'same-origin');
/** What the person says at the provider's page. @returns where the provider leads back to */
async function sayAt(page: string, person: Person = {}): Promise<string> {
  const { name = 'Ada Miller', email = '', verified = true, fault = 'none', answer = 'yes' } = person;
  const said = await fetch(page, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ name, email, fault, answer, ...(verified && { verified: 'on' }) }).toString(),
  });
  return said.headers.get('location')!;
}
const comeBack = (visitor: Visitor, url: string): Promise<string> => goTo(visitor, url, 'cross-site');
/** All of it. @returns where it ends */
const logInBy = async (visitor: Visitor, provider: Name, person: Person = {}, query = ''): Promise<string> =>
  comeBack(visitor, await sayAt(await start(visitor, provider, query), person));

const FORM = { birth_date: '1990-05-01', gender: 'f', terms_accepted: true, age_confirmed: true } as const;
let count = 0;
const freshName = () => `by_oauth_${(count += 1)}`;
/** Somebody who has joined by a provider. */
async function joinBy(provider: Name, person: Person): Promise<Visitor & { readonly username: string }> {
  const visitor = await site.visit();
  await logInBy(visitor, provider, person);
  const username = freshName();
  await visitor.call('completeOauth', { body: { ...FORM, username } });
  return Object.assign(visitor, { username });
}
const nameOf = async (visitor: Visitor) => (await visitor.call('getCurrentUser')).user.username;

describe('somebody who comes by a provider for the first time (IDENTITY-030)', () => {
  test('finishes an account, whose address counts as confirmed where the provider has seen it, and comes back by one press', async () => {
    const visitor = await site.visit();
    const page = await start(visitor, 'google', '?return_to=/girls');
    const asked = new URL(page).searchParams;
    expect([asked.get('code_challenge_method'), asked.get('response_type')]).toEqual(['S256', 'code']);
    expect(asked.get('redirect_uri')).toBe(`${site.url}/api/v1/auth/oauth/google/callback`);
    const person = { name: 'Ada Müller', email: 'ada.mueller@example.org' };
    expect(await comeBack(visitor, await sayAt(page, person))).toBe('/register?oauth=1&return_to=%2Fgirls');
    expect(await visitor.call('getOauthNewcomer')).toEqual({
      provider: 'google',
      email: 'ada.mueller@example.org',
      suggested_username: 'ada_muller',
    });
    const username = freshName();
    const { user } = await visitor.call('completeOauth', {
      // What a page says of the address does not count where the provider gave one.
      body: { ...FORM, username, email: 'somebody.else@example.org' },
    });
    expect(user).toMatchObject({ username, email_confirmed: 1 });
    expect(await nameOf(visitor)).toBe(username);
    expect((await visitor.call('getCurrentUser')).user).toMatchObject({ email_confirmed: 1 });
    expect(await codeOf(visitor.call('getOauthNewcomer'))).toBe('common.not_found');
    const later = await site.visit();
    expect(await logInBy(later, 'google', person, '?return_to=/men')).toBe('/men');
    expect(await nameOf(later)).toBe(username);
  });

  test('is asked for an address where the provider gives none, and it counts as unconfirmed', async () => {
    const visitor = await site.visit();
    expect(await logInBy(visitor, 'facebook', { name: 'No Address', email: '' })).toBe(
      '/register?oauth=1&return_to=%2F',
    );
    expect(await visitor.call('getOauthNewcomer')).toMatchObject({ provider: 'facebook', email: null });
    const username = freshName();
    const refused: unknown = await visitor
      .call('completeOauth', { body: { ...FORM, username } })
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ body: { fields: [{ path: 'email', reason: 'required' }] } });
    // Nothing is lost by it.
    const { user } = await visitor.call('completeOauth', {
      body: { ...FORM, username, email: 'no.address@example.org' },
    });
    expect(user).toMatchObject({ username, email_confirmed: 0 });
  });

  test('whose address the provider has not seen has it unconfirmed', async () => {
    const visitor = await site.visit();
    await logInBy(visitor, 'google', { name: 'Unseen', email: 'unseen@example.org', verified: false });
    const { user } = await visitor.call('completeOauth', { body: { ...FORM, username: freshName() } });
    expect(user.email_confirmed).toBe(0);
  });

  test('makes one account of two presses, and what is refused is asked again', async () => {
    const visitor = await site.visit();
    await logInBy(visitor, 'google', { name: 'Twice', email: 'twice@example.org' });
    const taken = await site.join();
    const complete = (username: string, more: object = {}) =>
      codeOf(visitor.call('completeOauth', { body: { ...FORM, username, ...more } }));
    expect(await complete(taken.username)).toBe('identity.username_taken');
    expect(await complete(freshName(), { birth_date: `${new Date().getFullYear() - 10}-01-01` })).toBe(
      'identity.under_age',
    );
    const both = await Promise.all([complete(freshName()), complete(freshName())]);
    expect(both.toSorted()).toEqual(['identity.challenge_expired', 'not refused']);
  });

  test('with the address of a confirmed account is sent to log in, and is joined to nothing', async () => {
    const member = await site.join();
    await sql`update accounts set email_confirmed = true where id = ${member.id}`.execute(kysely);
    const visitor = await site.visit();
    const person = { name: 'Owner', email: `${member.username}@example.org` };
    expect(await logInBy(visitor, 'google', person, '?return_to=/feed')).toBe(
      '/login?oauth=link&provider=google&return_to=%2Ffeed',
    );
    expect(await codeOf(visitor.call('getOauthNewcomer'))).toBe('common.not_found');
    expect(await nameOf(visitor)).not.toBe(member.username);
    const { rows } = await sql`select 1 from oauth_logins where account_id = ${member.id}`.execute(kysely);
    expect(rows).toEqual([]);
  });
});

describe('an answer that is not the one that was asked for logs nobody in', () => {
  test.each(['wrong_nonce', 'wrong_issuer', 'wrong_audience', 'expired', 'unsigned', 'wrong_state'])(
    'a provider that gives a token of %s',
    async (fault) => {
      const visitor = await site.visit();
      expect(await logInBy(visitor, 'google', { email: 'fault@example.org', fault })).toBe(FAILED);
      expect(await codeOf(visitor.call('getOauthNewcomer'))).toBe('common.not_found');
    },
  );

  test('somebody who says no, or comes with nothing', async () => {
    const visitor = await site.visit();
    for (const provider of ['google', 'facebook'] as const) {
      expect(await logInBy(visitor, provider, { answer: 'no' })).toBe(FAILED);
      for (const query of ['', '?code=x', '?state=x&code=y', '?state=x&state=y&code=z'])
        expect(await comeBack(visitor, `${pathOf(api.finishOauth, provider)}${query}`)).toBe(FAILED);
    }
  });

  test('a stolen answer in another browser, and the same one once more', async () => {
    const [victim, thief] = [await site.visit(), await site.visit()];
    const answer = await sayAt(await start(victim, 'google'), { email: 'victim@example.org' });
    expect(await comeBack(thief, answer)).toBe(FAILED);
    expect(await codeOf(thief.call('getOauthNewcomer'))).toBe('common.not_found');
    expect(await comeBack(victim, answer)).toBe('/register?oauth=1&return_to=%2F');
    expect(await comeBack(victim, answer)).toBe(FAILED);
  });

  test('an answer that somebody else began, which would log the victim in to the thief’s account', async () => {
    const [victim, thief] = [await site.visit(), await site.visit()];
    const answer = await sayAt(await start(thief, 'google'), { email: 'thief@example.org' });
    expect(await comeBack(victim, answer)).toBe(FAILED);
  });

  test('an answer of one provider at the door of another (mix-up)', async () => {
    const visitor = await site.visit();
    const answer = await sayAt(await start(visitor, 'google'), { email: 'mixed@example.org' });
    expect(await comeBack(visitor, answer.replace('/google/', '/facebook/'))).toBe(FAILED);
  });

  test('an answer after ten minutes', async () => {
    const visitor = await site.visit();
    const answer = await sayAt(await start(visitor, 'google'), { email: 'late@example.org' });
    await sql`update oauth_attempts set expires_at = now() - interval '1 second'`.execute(kysely);
    expect(await comeBack(visitor, answer)).toBe(FAILED);
  });

  test('a beginning on another site, or by no page at all', async () => {
    const visitor = await site.visit();
    expect(await goTo(visitor, '/api/v1/auth/oauth/google', 'cross-site')).toBe(FAILED);
    const answer = await visitor.fetch('/api/v1/auth/oauth/google', { redirect: 'manual' });
    expect(answer.headers.get('location')).toBe(FAILED);
    expect(await goTo(visitor, '/api/v1/auth/oauth/github', 'same-origin')).toBe(FAILED);
  });

  test('leads to no other site, and never back to the way in', async () => {
    const visitor = await joinBy('google', { name: 'Back', email: 'back@example.org' });
    expect(await nameOf(visitor)).toBe(visitor.username);
    for (const wished of [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      '/login',
      '/register?x=1',
    ]) {
      const other = await site.visit();
      const query = `?return_to=${encodeURIComponent(wished)}`;
      expect([
        wished,
        await logInBy(other, 'google', { name: 'Back', email: 'back@example.org' }, query),
      ]).toEqual([wished, '/']);
    }
  });
});

test('nobody who comes by a provider is left with an account without a way in: both are made, or neither', async () => {
  const person = { name: 'Half Way', email: 'half.way@example.org' };
  const [first, second] = [await site.visit(), await site.visit()];
  // The same login in two browsers: each is asked to finish an account.
  for (const visitor of [first, second]) await logInBy(visitor, 'google', person);
  const [one, other] = [freshName(), freshName()];
  await first.call('completeOauth', { body: { ...FORM, username: one } });
  await sql`update accounts set email = 'moved@example.org' where username = ${one}`.execute(kysely);
  expect(await codeOf(second.call('completeOauth', { body: { ...FORM, username: other } }))).toBe(
    'identity.challenge_expired',
  );
  const { rows } = await sql`select from accounts where username = ${other}`.execute(kysely);
  expect(rows).toEqual([]);
  expect(await nameOf(second)).toMatch(/^guest_/);
});

describe('a login by a provider', () => {
  const sudo = (member: Visitor) => member.call('sudo', { body: { password: TEST_PASSWORD } });
  const link = async (member: Visitor, provider: Name, person: Person) => {
    const { location } = await member.call('linkOauth', { params: { provider }, body: {} });
    return comeBack(member, await sayAt(location, person));
  };
  const joinedOf = async (member: Visitor) =>
    (await member.call('listOauth')).items.filter((one) => one.linked_at !== null).map((one) => one.provider);
  const withoutSudo = (member: Member) =>
    sql`update sessions set sudo_until = null where account_id = ${member.id}`.execute(kysely);

  test('is joined to an account by whoever has proved to be its owner lately, and to one account alone', async () => {
    const [member, other] = [await site.join(), await site.join()];
    await withoutSudo(member);
    expect(await codeOf(member.call('linkOauth', { params: { provider: 'google' }, body: {} }))).toBe(
      'common.sudo_required',
    );
    expect(await start(member, 'google', '?intent=link')).toBe(FAILED);
    await sudo(member);
    const person = { name: 'Linked', email: 'linked@example.org' };
    expect(await link(member, 'google', person)).toBe(
      '/account/settings/linked?oauth=linked&provider=google',
    );
    expect(await link(member, 'google', person)).toBe(
      '/account/settings/linked?oauth=linked&provider=google',
    );
    await sudo(other);
    expect(await link(other, 'google', person)).toBe('/account/settings/linked?oauth=taken&provider=google');
    expect([await joinedOf(member), await joinedOf(other)]).toEqual([['google'], []]);
    const [google] = (await member.call('listOauth')).items.filter((one) => one.provider === 'google');
    expect(google!.email_masked).not.toContain('linked@');
    const visitor = await site.visit();
    expect(await logInBy(visitor, 'google', person)).toBe('/');
    expect(await nameOf(visitor)).toBe(member.username);
    expect(await member.call('unlinkOauth', { params: { provider: 'google' }, body: {} })).toMatchObject({
      status: 1,
    });
    expect(await joinedOf(member)).toEqual([]);
    expect(await logInBy(await site.visit(), 'google', person)).toBe('/register?oauth=1&return_to=%2F');
  });

  test('that is the only way in is not ended until there is a password (identity.last_login_method)', async () => {
    const visitor = await joinBy('google', { name: 'Only', email: 'only.way@example.org' });
    const end = (who: Visitor = visitor) =>
      codeOf(who.call('unlinkOauth', { params: { provider: 'google' }, body: {} }));
    const { rows } = await sql<{ id: number }>`
      select id from accounts where username = ${visitor.username}`.execute(kysely);
    await sql`update sessions set sudo_until = now() + interval '15 minutes' where account_id = ${rows[0]!.id}`.execute(
      kysely,
    );
    expect(await end()).toBe('identity.last_login_method');
    await visitor.call('forgotPassword', { body: { login: visitor.username } });
    const { token } = await mailTo(site.database, 'only.way@example.org', 'Set a new password');
    await visitor.call('resetPassword', { body: { token, password: TEST_PASSWORD } });
    const again = await site.visit();
    await again.login(visitor.username, TEST_PASSWORD);
    await eventually(async () => expect(await end(again)).toBe('not refused'));
  });

  test('is left where it is one of two and nobody has set a password, also when both are ended at the same moment', async () => {
    const person = { name: 'Two Ways', email: 'two.ways@example.org' };
    const visitor = await joinBy('google', person);
    await link(visitor, 'facebook', { ...person, name: 'The Other' });
    expect(await joinedOf(visitor)).toEqual(['facebook', 'google']);
    const end = (provider: Name) => codeOf(visitor.call('unlinkOauth', { params: { provider }, body: {} }));
    const ends = await Promise.all([end('google'), end('facebook')]);
    expect(ends.toSorted()).toEqual(['identity.last_login_method', 'not refused']);
    expect(await joinedOf(visitor)).toHaveLength(1);
  });

  test('asks for the second step of an account that has one, in the browser that came', async () => {
    const member = await site.join();
    await sudo(member);
    const person = { name: 'Two Steps', email: 'two.steps@example.org' };
    await link(member, 'google', person);
    await sudo(member);
    const { setup_id, secret } = await member.call('setUpTwoFactor', { body: { type: 'totp' } });
    const { recovery_codes: codes } = await member.call('enableTwoFactor', {
      body: { setup_id, code: codeAt(secret, Date.now()) },
    });
    const visitor = await site.visit();
    const page = new URL(await logInBy(visitor, 'google', person, '?return_to=/feed'), site.url);
    expect([page.pathname, page.searchParams.get('return_to')]).toEqual(['/login', '/feed']);
    expect(page.searchParams.get('methods')).toContain('totp');
    expect(await nameOf(visitor)).not.toBe(member.username);
    const pass = (who: Visitor) =>
      codeOf(
        who.call('passSecondStep', {
          body: { challenge_id: page.searchParams.get('step')!, method: 'recovery', code: codes[0]! },
        }),
      );
    expect(await pass(await site.visit())).toBe('identity.challenge_expired');
    expect(await pass(visitor)).toBe('not refused');
    expect(await nameOf(visitor)).toBe(member.username);
  });

  test('opens nothing for staff', async () => {
    const staff = await site.join({ roles: ['site_mod'] });
    await sudo(staff);
    const person = { name: 'Staff', email: 'staff@example.org' };
    await link(staff, 'google', person);
    expect(await logInBy(await site.visit(), 'google', person)).toBe(FAILED);
  });
});

test('the site says which providers it has, and who is logged in needs none', async () => {
  const visitor = await site.visit();
  const config = await visitor.call('getSiteConfig', { query: {} } as never);
  expect(config.oauthAvailable).toEqual({ facebook: true, google: true });
  const member = await site.join();
  expect(await start(member, 'google', '?return_to=/feed')).toBe('/feed');
});

test('a provider that the operator has not set up is not there (sessions.oauth_unavailable)', async () => {
  const other = await useTestSite({ env: { GOOGLE_LOGIN_ID: 'id', GOOGLE_LOGIN_SECRET: 'secret' } });
  const member = await other.join();
  expect((await member.call('getSiteConfig')).oauthAvailable).toEqual({ facebook: false, google: true });
  expect((await member.call('listOauth')).items.map(({ provider }) => provider)).toEqual(['google']);
  expect(await codeOf(member.call('linkOauth', { params: { provider: 'facebook' }, body: {} }))).toBe(
    'sessions.oauth_unavailable',
  );
  expect(faultsOfOauth({ GOOGLE_LOGIN_ID: 'id' })).toEqual([
    'GOOGLE_LOGIN_SECRET must be given, too, or neither of GOOGLE_LOGIN_ID, GOOGLE_LOGIN_SECRET',
  ]);
});
