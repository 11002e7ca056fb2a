import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { silentLog } from '@klieg/kernel';
import { freePort } from '@klieg/testing';
import { EVENTUALLY_MS } from '@klieg/testing/eventually';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { codeOf, useTestSite } from '../../app/testing-site.ts';
import { makeBreachLookup } from './breach-lookup.ts';

const STOLEN = 'velvet otter 42 lanterns';
const FRESH = 'quiet harbour 77 kettles';
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();

/** A service that knows one stolen password, and is asked for prefixes alone. */
let status = 200;
let delayMs = 0;
const asked: string[] = [];
const service = createServer((request, response) => {
  asked.push(request.url!);
  expect(request.headers['add-padding']).toBe('true');
  const lines = [`${'0'.repeat(35)}:3`, `${sha1(FRESH).slice(5)}:0`, `${sha1(STOLEN).slice(5)}:12`];
  setTimeout(() => response.writeHead(status).end(lines.join('\r\n')), delayMs);
});
service.listen(0, '127.0.0.1');
await once(service, 'listening');
afterAll(() => new Promise((resolve) => service.close(resolve)));
const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/range/`;
const site = await useTestSite({ env: { BREACH_URL: url } });
beforeEach(() => {
  [status, delayMs] = [200, 0];
  asked.length = 0;
});

describe('a password that was stolen elsewhere', () => {
  const isBreached = makeBreachLookup(url, silentLog, EVENTUALLY_MS);

  test('is known by five signs of its digest, and lines of padding are not', async () => {
    expect([await isBreached(STOLEN), await isBreached(FRESH)]).toEqual([true, false]);
    expect(asked).toEqual([`/range/${sha1(STOLEN).slice(0, 5)}`, `/range/${sha1(FRESH).slice(0, 5)}`]);
  });

  test('is taken where the service refuses, is silent or is away', async () => {
    status = 503;
    expect(await isBreached(STOLEN)).toBe(false);
    [status, delayMs] = [200, 5_000];
    expect(await makeBreachLookup(url, silentLog, 300)(STOLEN)).toBe(false);
    expect(await makeBreachLookup(`http://127.0.0.1:${await freePort()}/`, silentLog)(STOLEN)).toBe(false);
  });

  test('is refused when somebody joins and when they choose another (identity.password_weak)', async () => {
    const form = (password: string, username: string) => ({
      username,
      email: `${username}@example.org`,
      password,
      birth_date: '1990-05-01',
      gender: 'f' as const,
      type: 'other' as const,
      terms_accepted: true as const,
      age_confirmed: true as const,
    });
    const visitor = await site.visit();
    expect(await codeOf(visitor.call('register', { body: form(STOLEN, 'stella') }))).toBe(
      'identity.password_weak',
    );
    await visitor.call('register', { body: form(FRESH, 'stella') });
    const change = (password: string) =>
      codeOf(visitor.call('changePassword', { body: { current_password: FRESH, password } }));
    expect(await change(STOLEN)).toBe('identity.password_weak');
    expect(await change('another harbour 78 kettles')).toBe('not refused');
  });

  test('is not asked about where the own list refuses it already', async () => {
    const member = await site.join();
    asked.length = 0;
    const body = { current_password: member.password, password: 'password1' };
    expect(await codeOf(member.call('changePassword', { body }))).toBe('identity.password_weak');
    expect(asked).toEqual([]);
  });
});

test('a setting that cannot be meant is refused with its sentence', async () => {
  await expect(useTestSite({ env: { BREACH_URL: 'https://example.org/range' } })).rejects.toThrow(
    /BREACH_URL must be an http or https address that ends with a slash/,
  );
});
