import { sql } from 'kysely';
import { makeVisitor } from '@klieg/testing';
import { describe, expect, test } from 'vitest';
import { codeOf, TEST_PASSWORD, useTestSite } from '../../app/testing-site.ts';
import { makeRateStore } from '../../platform/http/index.ts';
import { KNOWN_DAYS, knownDeviceOf, rememberDevice } from './known-device.ts';
import { bucketsOf, makeCountLoginTry, TRIES_AT_NAME, TRIES_OF_NETWORK } from './login-tries.ts';

const site = await useTestSite({ isGenerous: false, env: { TRUSTED_HOPS: '1' } });

const visitFrom = async (address: string) => {
  const visitor = makeVisitor(site.url, { address });
  await visitor.arrive();
  return visitor;
};

const guessFrom = async (address: string, login: string) =>
  codeOf((await visitFrom(address)).call('login', { body: { login, password: 'guessed' } }));

/** Leaves nothing in any bucket so far, for ten minutes: addresses that come later have tries of their own. */
const useUpAll = () =>
  sql`update rate_buckets set level = 0, touched_ms = ${Date.now() + 600_000}`.execute(site.database.kysely);

describe('tries to log in', () => {
  const NOW = Date.parse('2026-11-22T12:00:00Z');
  const rates = makeRateStore(site.database, new Uint8Array(32).fill(9));
  // Two nodes, which share the database.
  const nodes = [1, 2].map(() => makeCountLoginTry({ rates, now: () => NOW }));
  let turn = 0;
  const tryAs = (login: string, address: string, knownDevice?: string) =>
    codeOf(nodes[turn++ % nodes.length]!({ login, address, knownDevice, isGenerous: false }));

  test.each([
    ['IPv4', () => '203.0.113.7', '203.0.113.8'],
    ['IPv6', (i: number) => `2001:db8:1:2::${i + 1}`, '2001:db8:1:3::1'],
  ])(
    'of one network by %s end at two nodes together, and those of another go on (identity.locked)',
    async (name, network, elsewhere) => {
      for (let i = 0; i < TRIES_OF_NETWORK; i++) expect(await tryAs(name, network(i))).toBe('not refused');
      for (let i = 0; i < nodes.length; i++) expect(await tryAs(name, network(99))).toBe('identity.locked');
      for (let i = 0; i < 2; i++) expect(await tryAs(name, elsewhere)).toBe('not refused');
      // Another name from the same network is another matter.
      expect(await tryAs(`${name}_other`, network(99))).toBe('not refused');
    },
  );

  test('of very many networks at one name end too, and a known browser gets in all the same', async () => {
    for (let i = 0; i < TRIES_AT_NAME; i++)
      expect(await tryAs('besieged', `198.18.${i}.1`)).toBe('not refused');
    expect(await tryAs('besieged', '2001:db8:9:9::1')).toBe('identity.locked');
    expect(await tryAs('Besieged', '198.18.200.1')).toBe('identity.locked');
    for (let i = 0; i < TRIES_OF_NETWORK; i++)
      expect(await tryAs('besieged', '198.18.0.1', 'device')).toBe('not refused');
    // A stolen cookie guesses no faster than a network.
    expect(await tryAs('besieged', '198.18.0.1', 'device')).toBe('identity.locked');
  });
});

test('the password of a session that was left open is not guessed by changing it (common.rate_limited)', async () => {
  const { username } = await site.join();
  const left = await visitFrom('198.51.100.77');
  await left.login(username, TEST_PASSWORD);
  const change = (current_password: string) =>
    codeOf(left.call('changePassword', { body: { current_password, password: 'a quite new long phrase' } }));
  const codes: string[] = [];
  for (let at = 0; at < 11; at++) codes.push(await change(`guess ${at}`));
  expect(codes[0]).toBe('identity.bad_credentials');
  expect(codes.at(-1)).toBe('common.rate_limited');
  // Nor by the right one, among wrong ones.
  expect(await change(TEST_PASSWORD)).toBe('common.rate_limited');
});

describe('where a try is counted', () => {
  const tried = { login: 'Anna', address: '203.0.113.7', knownDevice: undefined, isGenerous: false };

  test('for a stranger: name and network, and the name alone with a far higher limit', () => {
    expect(bucketsOf(tried)).toEqual([
      { name: 'login from 203.0.113.7 at anna', limit: TRIES_OF_NETWORK },
      { name: 'login at anna', limit: TRIES_AT_NAME },
    ]);
    expect(TRIES_AT_NAME).toBeGreaterThanOrEqual(10 * TRIES_OF_NETWORK);
  });

  test.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['::ffff:203.0.113.7', '203.0.113.7', true],
    ['203.0.113.7', '203.0.113.8', false],
  ])('%s and %s are of one network: %s', (one, other, areSame) => {
    const [first, second] = [one, other].map((address) => bucketsOf({ ...tried, address })[0]!.name);
    expect(first === second).toBe(areSame);
  });

  test('for a known browser: in a place of its own, which no stranger reaches', () => {
    const own = bucketsOf({ ...tried, knownDevice: 'device' });
    expect(own).toHaveLength(1);
    expect(bucketsOf(tried).map(({ name }) => name)).not.toContain(own[0]!.name);
  });
});

describe('a browser that has logged in before', () => {
  test('gets in while strangers have used up all tries at the name', async () => {
    const member = await site.join();
    const known = await visitFrom('198.51.100.1');
    await known.login(member.username, TEST_PASSWORD);
    await known.call('logout', { body: {} });
    expect(await guessFrom('198.51.100.2', member.username)).toBe('identity.bad_credentials');
    await useUpAll();
    const login = { login: member.username, password: TEST_PASSWORD };
    expect(await codeOf((await visitFrom('198.51.100.3')).call('login', { body: login }))).toBe(
      'identity.locked',
    );
    // Another address, so that only what the browser carries makes the difference.
    const elsewhere = await visitFrom('198.51.100.4');
    (elsewhere.cookies as Map<string, string>).set('known', known.cookies.get('known')!);
    expect(await codeOf(elsewhere.call('login', { body: login }))).toBe('not refused');
  });

  const secret = new Uint8Array(32).fill(7);
  const NOW = Date.parse('2026-11-22T12:00:00Z');
  const DAY_MS = 86_400_000;

  test('is known by a signature, for its accounts alone, for a year', () => {
    const cookie = rememberDevice(secret, undefined, 7, NOW);
    expect(knownDeviceOf(secret, cookie, [7], NOW)).toMatch(/^[\w-]{16}$/);
    expect(knownDeviceOf(secret, cookie, [8], NOW)).toBeUndefined();
    expect(knownDeviceOf(secret, cookie, [7], NOW + (KNOWN_DAYS + 1) * DAY_MS)).toBeUndefined();
    for (const forged of [cookie.replace('7.', '8.'), cookie.slice(0, -1), `${cookie}x`, '', '~', undefined])
      expect(knownDeviceOf(secret, forged, [7, 8], NOW), forged).toBeUndefined();
    expect(knownDeviceOf(new Uint8Array(32), cookie, [7], NOW)).toBeUndefined();
  });

  test('is known for several accounts, the newest five', () => {
    let cookie: string | undefined;
    for (const id of [1, 2, 3, 4, 5, 6, 6]) cookie = rememberDevice(secret, cookie, id, NOW);
    expect([1, 2, 3, 4, 5, 6].filter((id) => knownDeviceOf(secret, cookie, [id], NOW))).toEqual([
      2, 3, 4, 5, 6,
    ]);
    expect(cookie!.length).toBeLessThan(600);
  });
});
