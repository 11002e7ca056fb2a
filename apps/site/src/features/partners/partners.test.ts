import { randomUUID } from 'node:crypto';
import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, type Member, TEST_PASSWORD, useTestSite } from '../../app/testing-site.ts';
import { switchOn } from '../second-factor/testing-app.ts';
import { macOf, type PartnerRequest } from './partner-rules.ts';

let nowMs = Date.now();
const clock = { now: () => nowMs };
const site = await useTestSite({ clock });
const { kysely } = site.database;
const admin = await site.join();
await sql`update accounts set is_admin = true where id = ${admin.id}`.execute(kysely);
const prove = () =>
  sql`update sessions set sudo_until = ${new Date(nowMs + 900_000)} where account_id = ${admin.id}`.execute(
    kysely,
  );

interface TestPartner {
  readonly id: string;
  readonly secret: string;
  readonly domain: string;
}

let count = 0;
const addPartner = async (): Promise<TestPartner> => {
  await prove();
  count += 1;
  const domain = `partner-${count}.example.com`;
  const { id, secret } = await admin.call('addPartner', { body: { name: `Partner ${count}`, domain } });
  return { id, secret, domain };
};
const newEmail = () => `p${randomUUID().slice(0, 8)}@example.org`;
const server = await site.visit();

const signed = (partner: TestPartner, request: Omit<PartnerRequest, 'partner' | 'at'>) => {
  // The same words in the same second are the same request.
  nowMs += 1_000;
  const at = Math.floor(nowMs / 1000);
  const mac = macOf(partner.secret, { ...request, partner: partner.id, at }).toString('hex');
  return { partner: partner.id, at, email: request.email, mac };
};
const askRegister = (partner: TestPartner, email: string, suggested_username = '') =>
  server.call('askFreeRegister', {
    body: { ...signed(partner, { kind: 'register', email, more: suggested_username }), suggested_username },
  });
const askLogin = (partner: TestPartner, email: string, return_to = '/') =>
  server.call('askPartnerLogin', {
    body: { ...signed(partner, { kind: 'login', email, more: return_to }), return_to },
  });
const tokenIn = (url: string | null) => new URL(url!).searchParams.get('token')!;
const form = (token: string, username: string, more: object = {}) => ({
  body: {
    token,
    username,
    birth_date: '1990-05-01',
    gender: 'f' as const,
    terms_accepted: true as const,
    age_confirmed: true as const,
    ...more,
  },
});
let names = 0;
const newName = () => `brought_${(names += 1)}`;
/** Somebody whom a partner has brought, logged in. */
const bring = async (partner: TestPartner, more: object = {}) => {
  const [email, username] = [newEmail(), newName()];
  const visitor = await site.visit();
  const token = tokenIn((await askRegister(partner, email)).url);
  const { user } = await visitor.call('freeRegister', form(token, username, more));
  return Object.assign(visitor, { id: user.id, username, email });
};
const logIn = async (token: string) => (await site.visit()).call('logInByPartner', { body: { token } });

describe('an account that a partner has begun', () => {
  test('is finished by its link, once, with the address of the partner (IDENTITY-004) (identity.token_invalid)', async () => {
    const partner = await addPartner();
    const { url } = await askRegister(partner, 'anna.b@example.org', 'Anna B');
    expect(url).toContain('/free-register/connect?token=');
    const token = tokenIn(url);
    const visitor = await site.visit();
    expect(await visitor.call('getFreeRegister', { query: { token } })).toEqual({
      email_masked: 'a…@example.org',
      suggested_username: 'anna_b',
      partner_name: `Partner ${count}`,
    });
    const { user, next } = await visitor.call('freeRegister', form(token, 'anna_b'));
    expect([user.username, user.email_confirmed, next]).toEqual(['anna_b', 0, 'home']);
    const { user: me } = await visitor.call('getCurrentUser');
    expect([me.username, me.email]).toEqual(['anna_b', 'anna.b@example.org']);
    expect(await codeOf(visitor.call('getFreeRegister', { query: { token } }))).toBe(
      'identity.token_invalid',
    );
    expect(await codeOf((await site.visit()).call('freeRegister', form(token, newName())))).toBe(
      'identity.token_invalid',
    );
  });

  test('keeps its link when the form is refused, and is one of two that are sent at once (identity.username_taken)', async () => {
    const partner = await addPartner();
    const token = tokenIn((await askRegister(partner, newEmail())).url);
    const [one, other] = [await site.visit(), await site.visit()];
    expect(await codeOf(one.call('freeRegister', form(token, admin.username)))).toBe(
      'identity.username_taken',
    );
    expect(await codeOf(one.call('freeRegister', form(token, newName(), { birth_date: '2020-01-01' })))).toBe(
      'identity.under_age',
    );
    const both = await Promise.all(
      [one, other].map((visitor) => codeOf(visitor.call('freeRegister', form(token, newName())))),
    );
    expect(both.toSorted()).toEqual(['identity.token_invalid', 'not refused']);
  });

  test('has no password until its person sets one, or the one that they choose (identity.password_weak)', async () => {
    const partner = await addPartner();
    const token = tokenIn((await askRegister(partner, newEmail())).url);
    const visitor = await site.visit();
    expect(await codeOf(visitor.call('freeRegister', form(token, newName(), { password: 'password' })))).toBe(
      'identity.password_weak',
    );
    const chosen = await bring(partner, { password: TEST_PASSWORD });
    const again = await site.visit();
    await again.call('login', { body: { login: chosen.username, password: TEST_PASSWORD } });
    expect((await again.call('getCurrentUser')).user.username).toBe(chosen.username);
  });

  test('goes home to the domain of its partner when it logs out, and never to one that is named in the call (IDENTITY-033)', async () => {
    const partner = await addPartner();
    const anna = await bring(partner);
    const { redirect } = await anna.call('logout', { body: {} });
    expect(redirect).toBe(`https://${partner.domain}/`);
    const other = await site.join();
    expect((await other.call('logout', { body: {} })).redirect).toBeNull();
    const late = await bring(partner);
    await prove();
    await admin.call('switchPartner', { params: { id: partner.id }, body: { is_enabled: false } });
    expect((await late.call('logout', { body: {} })).redirect).toBeNull();
  });

  test('cannot be finished a day later, or once the partner is none', async () => {
    const partner = await addPartner();
    const [one, other] = [
      tokenIn((await askRegister(partner, newEmail())).url),
      tokenIn((await askRegister(partner, newEmail())).url),
    ];
    await prove();
    await admin.call('switchPartner', { params: { id: partner.id }, body: { is_enabled: false } });
    expect(await codeOf((await site.visit()).call('freeRegister', form(one, newName())))).toBe(
      'identity.token_invalid',
    );
    await prove();
    await admin.call('switchPartner', { params: { id: partner.id }, body: { is_enabled: true } });
    nowMs += 24 * 3_600_000 + 1;
    expect(await codeOf((await site.visit()).call('freeRegister', form(other, newName())))).toBe(
      'identity.token_invalid',
    );
  });
});

describe('a link to log in', () => {
  test('opens the account that the partner has brought, once, and leads where it says (IDENTITY-007)', async () => {
    const partner = await addPartner();
    const anna = await bring(partner);
    const { url } = await askLogin(partner, anna.email, '/girls?p=2');
    expect(url).toContain('/pg-login?token=');
    const token = tokenIn(url);
    const device = await site.visit();
    expect(await device.call('logInByPartner', { body: { token } })).toMatchObject({
      two_factor: null,
      user: { username: anna.username },
      return_to: '/girls?p=2',
    });
    expect((await device.call('getCurrentUser')).user.username).toBe(anna.username);
    expect(await codeOf(logIn(token))).toBe('identity.token_invalid');
    expect(
      (await logIn(tokenIn((await askLogin(partner, anna.email, '//evil.example')).url))).return_to,
    ).toBe('/');
  });

  test('ends after fifteen minutes', async () => {
    const partner = await addPartner();
    const anna = await bring(partner);
    const token = tokenIn((await askLogin(partner, anna.email)).url);
    nowMs += 15 * 60_000 + 1;
    expect(await codeOf(logIn(token))).toBe('identity.token_invalid');
  });

  test('of anybody else goes by mail to the address that they have confirmed, and the partner learns nothing', async () => {
    const [partner, another] = [await addPartner(), await addPartner()];
    const anna = await bring(partner);
    const ben = await site.join();
    const benEmail = `${ben.username}@example.org`;
    for (const email of [anna.email, benEmail, 'nobody@example.org'])
      expect(await askLogin(another, email)).toEqual({ status: 1, url: null });
    const mails = async () =>
      (
        await sql<{ text: string }>`select text from kept_mails where "to" = ${benEmail}
          and subject = 'Your link to log in'`.execute(kysely)
      ).rows;
    await sql`update accounts set email_confirmed = true where id = ${ben.id}`.execute(kysely);
    expect(await askLogin(another, benEmail, '/boys')).toEqual({ status: 1, url: null });
    await eventually(async () => expect(await mails()).toHaveLength(1));
    const [token] = /(?<=token=)[\w-]{43}/u.exec((await mails())[0]!.text)!;
    expect((await logIn(token)).user?.username).toBe(ben.username);
  });

  test('asks for the second step of an account that has one', async () => {
    const partner = await addPartner();
    const anna = await bring(partner);
    await sql`update sessions set sudo_until = ${new Date(nowMs + 900_000)} where account_id = ${anna.id}`.execute(
      kysely,
    );
    await switchOn(anna as never as Member, clock);
    const device = await site.visit();
    const token = tokenIn((await askLogin(partner, anna.email)).url);
    const answer = await device.call('logInByPartner', { body: { token } });
    expect(answer.user).toBeNull();
    expect(answer.two_factor?.methods).toContain('totp');
    expect((await device.call('getCurrentUser')).user.username).toMatch(/^guest_/u);
  });

  test('opens nobody who works for the site, whoever has brought them', async () => {
    const partner = await addPartner();
    const anna = await bring(partner);
    const token = tokenIn((await askLogin(partner, anna.email)).url);
    await sql`update accounts set is_admin = true where id = ${anna.id}`.execute(kysely);
    expect(await codeOf(logIn(token))).toBe('identity.token_invalid');
    expect((await askLogin(partner, anna.email)).url).toBeNull();
  });
});

describe('a request of a partner', () => {
  test('counts once, signed by its own secret, and lately (partners.refused)', async () => {
    const [partner, another] = [await addPartner(), await addPartner()];
    const email = newEmail();
    const body = { ...signed(partner, { kind: 'register', email, more: '' }), suggested_username: '' };
    const send = (change: object = {}) =>
      codeOf(server.call('askFreeRegister', { body: { ...body, ...change } }));
    expect(await send()).toBe('not refused');
    expect(await send()).toBe('partners.refused');
    for (const change of [
      { email: newEmail() },
      { partner: another.id },
      { partner: uuidv7() },
      { at: body.at + 1 },
      { suggested_username: 'other' },
      { mac: '0'.repeat(64) },
    ])
      expect(await send(change)).toBe('partners.refused');
    const late = { ...signed(partner, { kind: 'login', email, more: '/' }), return_to: '/' };
    nowMs += 301_000;
    expect(await codeOf(server.call('askPartnerLogin', { body: late }))).toBe('partners.refused');
  });

  test('is none once the secret is renewed, or the partner switched off (common.not_found) (partners.domain_taken)', async () => {
    const partner = await addPartner();
    await prove();
    const { secret } = await admin.call('renewPartnerSecret', { params: { id: partner.id }, body: {} });
    expect(await codeOf(askRegister(partner, newEmail()))).toBe('partners.refused');
    expect(await codeOf(askRegister({ ...partner, secret }, newEmail()))).toBe('not refused');
    await admin.call('switchPartner', { params: { id: partner.id }, body: { is_enabled: false } });
    expect(await codeOf(askRegister({ ...partner, secret }, newEmail()))).toBe('partners.refused');
    const { items } = await admin.call('listPartners');
    expect(items.find(({ id }) => id === partner.id)).toMatchObject({ is_enabled: false, accounts: 0 });
    const { domain } = partner;
    expect(await codeOf(admin.call('addPartner', { body: { name: 'Twice', domain } }))).toBe(
      'partners.domain_taken',
    );
    const params = { id: uuidv7() };
    expect(await codeOf(admin.call('renewPartnerSecret', { params, body: {} }))).toBe('common.not_found');
    expect(await codeOf(admin.call('switchPartner', { params, body: { is_enabled: true } }))).toBe(
      'common.not_found',
    );
  });
});
