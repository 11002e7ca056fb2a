import { generateKeyPairSync } from 'node:crypto';
import type { Visitor } from '@klieg/testing';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { codeOf, type Member, TEST_PASSWORD, useTestSite } from '../../app/testing-site.ts';
import { PASSKEYS_MAX } from './passkeys.ts';
import { switchOn } from './testing-app.ts';
import { type Lies, makeTestPasskey, type TestPasskey } from './testing-passkey.ts';

let nowMs = Date.now();
const clock = { now: () => nowMs };
const site = await useTestSite({ clock });
const kysely = site.database.kysely;
const ORIGIN = site.url.replace('127.0.0.1', 'localhost');
const OTHER_KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

const register = async (member: Visitor, passkey: TestPasskey, lies?: Lies, name = 'Laptop') => {
  const { challenge_id, options } = await member.call('beginPasskeyRegistration', { body: {} });
  const body = { challenge_id, credential: passkey.create(options, lies), name };
  return member.call('registerPasskey', { body });
};
const withPasskey = async () => {
  const member = await site.join();
  const passkey = makeTestPasskey(ORIGIN);
  const { id } = await register(member, passkey);
  return { member, passkey, id };
};
const proofOf = async (visitor: Visitor, passkey: TestPasskey, lies?: Lies) => {
  const { challenge_id, options } = await visitor.call('beginPasskey', { body: {} });
  return { challenge_id, credential: passkey.answer(options, lies) };
};
const logIn = async (visitor: Visitor, passkey: TestPasskey, lies?: Lies) =>
  visitor.call('logInByPasskey', { body: await proofOf(visitor, passkey, lies) });
const nameOf = async (visitor: Visitor) => (await visitor.call('getCurrentUser')).user.username;
const loseSudo = ({ id }: Member) =>
  sql`update sessions set sudo_until = null where account_id = ${id}`.execute(kysely);

/** What no passkey may sign, and how it came about. */
const LIES: readonly (readonly [string, Lies])[] = [
  ['for another origin', { origin: 'https://klieg.example' }],
  ['for another port of this host', { origin: 'http://localhost:1' }],
  ['for another host', { host: 'klieg.example' }],
  ['for another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
  ['without a person who proved to be there', { isUnverified: true }],
];

describe('a new passkey', () => {
  test('is kept under its name, and listed', async () => {
    const { member, id } = await withPasskey();
    const { passkeys, enabled } = await member.call('getTwoFactor');
    expect(passkeys).toMatchObject([{ id, name: 'Laptop', last_used_at: null }]);
    // The password alone still logs in: the second step is switched on apart.
    expect(enabled).toBe(false);
  });

  test.each(LIES)('%s is refused (identity.passkey_failed)', async (_what, lies) => {
    const member = await site.join();
    expect(await codeOf(register(member, makeTestPasskey(ORIGIN), lies))).toBe('identity.passkey_failed');
    expect((await member.call('getTwoFactor')).passkeys).toEqual([]);
  });

  test('answers its own challenge, once: no replay, none of somebody else, none that is over', async () => {
    const [member, other] = [await site.join(), await site.join()];
    const passkey = makeTestPasskey(ORIGIN);
    const question = await member.call('beginPasskeyRegistration', { body: {} });
    const body = {
      challenge_id: question.challenge_id,
      credential: passkey.create(question.options),
      name: 'Key',
    };
    expect(await codeOf(other.call('registerPasskey', { body }))).toBe('identity.passkey_failed');
    const both = await Promise.all([1, 2].map(() => codeOf(member.call('registerPasskey', { body }))));
    expect(both.toSorted()).toEqual(['identity.passkey_failed', 'not refused']);
    // A credential that one account has is none of another.
    expect(await codeOf(register(other, passkey))).toBe('identity.passkey_failed');
    const late = await member.call('beginPasskeyRegistration', { body: {} });
    await sql`update passkey_challenges set expires_at = now() - interval '1 second'`.execute(kysely);
    const lateBody = {
      challenge_id: late.challenge_id,
      credential: makeTestPasskey(ORIGIN).create(late.options),
      name: 'Key',
    };
    expect(await codeOf(member.call('registerPasskey', { body: lateBody }))).toBe('identity.passkey_failed');
    // A challenge to log in makes no passkey.
    const login = await member.call('beginPasskey', { body: {} });
    const credential = makeTestPasskey(ORIGIN).create({ ...late.options, ...login.options });
    expect(
      await codeOf(
        member.call('registerPasskey', { body: { challenge_id: login.challenge_id, credential, name: 'x' } }),
      ),
    ).toBe('identity.passkey_failed');
  });

  test('is one of at most ten', async () => {
    const member = await site.join();
    for (let i = 0; i < PASSKEYS_MAX; i++) await register(member, makeTestPasskey(ORIGIN));
    expect(await codeOf(register(member, makeTestPasskey(ORIGIN)))).toBe('identity.passkey_failed');
  });

  test('needs a password that was given lately, as does its end (common.sudo_required)', async () => {
    const { member, id } = await withPasskey();
    await loseSudo(member);
    await expect(member.call('beginPasskeyRegistration', { body: {} })).rejects.toMatchObject({
      body: { code: 'common.sudo_required', params: { methods: ['password', 'passkey'] } },
    });
    expect(await codeOf(member.call('deletePasskey', { params: { id } }))).toBe('common.sudo_required');
  });
});

describe('a log-in by passkey', () => {
  test('asks for no name, and is complete also where a second step is on', async () => {
    const { member, passkey } = await withPasskey();
    await switchOn(member, clock);
    const visitor = await site.visit();
    const { options } = await visitor.call('beginPasskey', { body: {} });
    expect(JSON.stringify(options)).not.toContain('allowCredentials":[{');
    const before = visitor.csrf;
    expect(await logIn(visitor, passkey)).toMatchObject({
      two_factor: null,
      user: { username: member.username },
    });
    expect(visitor.csrf).not.toBe(before);
    expect(await nameOf(visitor)).toBe(member.username);
    expect((await member.call('getTwoFactor')).passkeys[0]!.last_used_at).not.toBeNull();
  });

  test.each([
    ...LIES,
    ['by another key', { key: OTHER_KEY }],
    ['in the name of another account', { userHandle: Buffer.alloc(32).toString('base64url') }],
    ['with a counter that stands still', { counter: 1 }],
    ['with a counter that goes back', { counter: 0 }],
  ] as const)('signed %s is refused (identity.passkey_failed)', async (_what, lies) => {
    const { passkey } = await withPasskey();
    await logIn(await site.visit(), passkey);
    const visitor = await site.visit();
    expect(await codeOf(logIn(visitor, passkey, lies))).toBe('identity.passkey_failed');
    expect(await nameOf(visitor)).toMatch(/^guest_/u);
  });

  test('is taken once, from the browser that asked; an unknown passkey is told the same', async () => {
    const { passkey } = await withPasskey();
    const [visitor, thief] = [await site.visit(), await site.visit()];
    const body = await proofOf(visitor, passkey);
    expect(await codeOf(thief.call('logInByPasskey', { body }))).toBe('identity.passkey_failed');
    const both = await Promise.all([1, 2].map(() => codeOf(visitor.call('logInByPasskey', { body }))));
    expect(both.toSorted()).toEqual(['identity.passkey_failed', 'not refused']);
    expect(await codeOf(logIn(thief, makeTestPasskey(ORIGIN)))).toBe('identity.passkey_failed');
  });

  test('with a passkey that never counts is taken again and again', async () => {
    const member = await site.join();
    const passkey = makeTestPasskey(ORIGIN);
    await register(member, passkey);
    for (let i = 0; i < 2; i++)
      expect(await codeOf(logIn(await site.visit(), passkey, { counter: 0 }))).toBe('not refused');
  });

  test('of an account that is suspended says so', async () => {
    const { member, passkey } = await withPasskey();
    await sql`update accounts set suspended_at = now() where id = ${member.id}`.execute(kysely);
    expect(await logIn(await site.visit(), passkey)).toMatchObject({ suspended: true });
  });
});

describe('a passkey in place of a code', () => {
  test('is the second step of its own account alone', async () => {
    const { member, passkey } = await withPasskey();
    const stranger = await withPasskey();
    await switchOn(member, clock);
    nowMs += 30_000;
    const visitor = await site.visit();
    const { two_factor } = await visitor.call('login', {
      body: { login: member.username, password: TEST_PASSWORD },
    });
    expect(two_factor!.methods).toEqual(['totp', 'passkey', 'recovery']);
    const pass = async (by: TestPasskey) =>
      codeOf(
        visitor.call('passSecondStep', {
          body: {
            challenge_id: two_factor!.challenge_id,
            method: 'passkey',
            passkey: await proofOf(visitor, by),
          },
        }),
      );
    expect(await pass(stranger.passkey)).toBe('identity.two_factor_failed');
    expect(await pass(passkey)).toBe('not refused');
    expect(await nameOf(visitor)).toBe(member.username);
  });

  test('opens what needs a password, and switches the second step off', async () => {
    const { member, passkey } = await withPasskey();
    const stranger = await withPasskey();
    await switchOn(member, clock);
    nowMs += 30_000;
    await loseSudo(member);
    const sudo = async (by: TestPasskey) =>
      codeOf(member.call('sudo', { body: { passkey: await proofOf(member, by) } }));
    expect(await sudo(stranger.passkey)).toBe('identity.bad_credentials');
    expect(await sudo(passkey)).toBe('not refused');
    const off = async (by: TestPasskey) =>
      codeOf(member.call('disableTwoFactor', { body: { passkey: await proofOf(member, by) } }));
    expect(await off(stranger.passkey)).toBe('identity.two_factor_failed');
    expect(await off(passkey)).toBe('not refused');
    expect((await member.call('getTwoFactor')).enabled).toBe(false);
  });
});

test('a passkey that is taken away logs nobody in, and who is in elsewhere goes out (common.not_found)', async () => {
  const { member, passkey, id } = await withPasskey();
  const visitor = await site.visit();
  await logIn(visitor, passkey);
  const lobby = await visitor.openLobby();
  const stranger = await site.join();
  expect(await codeOf(stranger.call('deletePasskey', { params: { id } }))).toBe('common.not_found');
  await member.call('deletePasskey', { params: { id } });
  expect(await lobby.waitForClose()).toBe(4402);
  expect(await nameOf(visitor)).toMatch(/^guest_/u);
  expect(await nameOf(member)).toBe(member.username);
  expect(await codeOf(logIn(await site.visit(), passkey))).toBe('identity.passkey_failed');
  expect(await codeOf(member.call('deletePasskey', { params: { id } }))).toBe('common.not_found');
});
