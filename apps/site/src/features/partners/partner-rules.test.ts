import { expect, test } from 'vitest';
import { isGenuine, macOf, REQUEST_SECONDS, safePath, suggestName } from './partner-rules.ts';

const request = { kind: 'login', partner: 'p', at: 1_000, email: 'anna@example.org', more: '/' } as const;
const mac = macOf('secret', request).toString('hex');

test('a request is signed whole, by its partner, and lately', () => {
  expect(isGenuine('secret', request, mac, 1_000_000)).toBe(true);
  expect(isGenuine('secret', request, mac, 1_000_000 + REQUEST_SECONDS * 1000)).toBe(true);
  for (const late of [REQUEST_SECONDS + 1, -REQUEST_SECONDS - 1])
    expect(isGenuine('secret', request, mac, 1_000_000 + late * 1000)).toBe(false);
  expect(isGenuine('another', request, mac, 1_000_000)).toBe(false);
  for (const change of [
    { kind: 'register' },
    { partner: 'q' },
    { email: 'ben@example.org' },
    { more: '/girls' },
  ])
    expect(isGenuine('secret', { ...request, ...change } as never, mac, 1_000_000)).toBe(false);
  expect(isGenuine('secret', request, mac.slice(2), 1_000_000)).toBe(false);
});

test.each([
  ['/girls?p=2', '/girls?p=2'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['/a\tb', '/'],
  ['', '/'],
])('%s leads to %s', (path, to) => expect(safePath(path)).toBe(to));

test.each([
  ['Anna Müller', 'x@example.org', 'anna_m_ller'],
  ['', 'ben.smith@example.org', 'ben_smith'],
  ['_', 'a@example.org', ''],
  ['a name that is much too long', '', 'a_name_that_is_much_'],
])('of %j and %j the name %j is suggested', (suggested, email, name) =>
  expect(suggestName(suggested, email)).toBe(name),
);
