import { describe, expect, test } from 'vitest';
import { isLoopback, networkOf, readNetworks } from './networks.ts';
import { makeVisitorOf, type VisitorRules } from './visitor.ts';

const PROXY = '10.0.0.2';
const rules: VisitorRules = {
  hops: 1,
  isProxy: readNetworks(['10.0.0.0/24', 'fd00:1::/64']),
  countryHeader: 'cf-ipcountry',
  regionHeader: 'x-region',
  findPlace: undefined,
};
const ask = (more: Partial<VisitorRules>, remoteAddress: string, headers: Record<string, string> = {}) =>
  makeVisitorOf({ ...rules, ...more })({ headers, socket: { remoteAddress } });

describe('the address of a visitor', () => {
  test.each([
    ['without a proxy is that of the socket', 0, '203.0.113.5', undefined, '203.0.113.5'],
    ['of a proxy that was not stated is not believed', 0, PROXY, '203.0.113.5', PROXY],
    [
      'of a stranger who calls himself a proxy is not believed',
      1,
      '198.51.100.9',
      '203.0.113.5',
      '198.51.100.9',
    ],
    ['is what the proxy wrote', 1, PROXY, '203.0.113.5', '203.0.113.5'],
    ['is not what the visitor wrote before it', 1, PROXY, '198.51.100.1, 203.0.113.5', '203.0.113.5'],
    [
      'with two proxies is what the farther wrote',
      2,
      PROXY,
      '1.1.1.1, 203.0.113.5, 192.0.2.1',
      '203.0.113.5',
    ],
    ['with one of two proxies left out is what the nearer wrote', 2, PROXY, '203.0.113.5', '203.0.113.5'],
    ['is the proxy’s own where it says none', 1, PROXY, undefined, PROXY],
    ['is the proxy’s own where it says nonsense', 1, PROXY, '203.0.113.5, unknown', PROXY],
    ['is the proxy’s own where it says an empty one', 1, PROXY, '203.0.113.5,', PROXY],
    [
      'is told in the old form although it came in the new',
      1,
      '::ffff:10.0.0.2',
      '::FFFF:203.0.113.5',
      '203.0.113.5',
    ],
    ['may be of the new form', 1, 'fd00:1::2', '2001:DB8::7', '2001:db8::7'],
  ])('%s', (_case, hops, peer, forwarded, expected) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    expect(ask({ hops }, peer, headers).address).toBe(expected);
  });

  test('several headers of one name are read as one', () => {
    const visitorOf = makeVisitorOf(rules);
    const headers = { 'x-forwarded-for': ['198.51.100.1', '203.0.113.5'] as unknown as string };
    expect(visitorOf({ headers, socket: { remoteAddress: PROXY } }).address).toBe('203.0.113.5');
  });

  test('of a socket that is gone is empty', () => {
    expect(makeVisitorOf(rules)({ headers: {}, socket: {} })).toMatchObject({
      address: '',
      isLoopback: false,
    });
  });
});

test.each([
  ['203.0.113.5', '203.0.113.5'],
  ['::ffff:203.0.113.5', '203.0.113.5'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001::9', '2001:db8:1:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['127.evil.example', false],
  ['128.0.0.1', false],
  ['10.0.0.1', false],
  ['', false],
])('%s is this machine: %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});

test('what is no network is refused by its name', () => {
  for (const text of ['', 'proxy', '10.0.0.0/33', '10.0.0.0/x', '::/129', '10.0.0.0/'])
    expect(() => readNetworks([text])).toThrow('is no address and no network');
});

describe('the place of a visitor', () => {
  const from = (country: string | undefined, region?: string) => ({
    'x-forwarded-for': '203.0.113.5',
    ...(country !== undefined && { 'cf-ipcountry': country }),
    ...(region !== undefined && { 'x-region': region }),
  });

  test.each([
    ['a country', from('DE'), { country: 'DE', state: null }],
    ['a country in small letters', from('de'), { country: 'DE', state: null }],
    ['a state', from('US', 'FL'), { country: 'US', state: 'US-FL' }],
    ['nothing', from(undefined), { country: null, state: null }],
    ['what it does not know', from('XX'), { country: null, state: null }],
    ['Tor', from('T1'), { country: null, state: null }],
    ['a state of nowhere', from(undefined, 'FL'), { country: null, state: null }],
    ['a state that is none', from('US', 'FL; drop'), { country: 'US', state: null }],
  ])('is what the proxy says: %s', (_case, headers, place) => {
    expect(ask({}, PROXY, headers)).toMatchObject(place);
  });

  test('is never what a visitor says', () => {
    expect(ask({}, '203.0.113.5', from('DE', 'BE'))).toMatchObject({ country: null, state: null });
    expect(ask({ hops: 0 }, PROXY, from('DE'))).toMatchObject({ country: null, state: null });
    expect(ask({ countryHeader: undefined }, PROXY, from('DE'))).toMatchObject({
      country: null,
      state: null,
    });
    expect(ask({}, PROXY, { ...from(undefined), 'x-country': 'DE' })).toMatchObject({ country: null });
  });

  test('is what the database knows of the address where the proxy says none', () => {
    const findPlace = (address: string) => ({
      country: address === '203.0.113.5' ? 'FR' : null,
      state: null,
    });
    expect(ask({ findPlace }, PROXY, from(undefined))).toMatchObject({ country: 'FR' });
    expect(ask({ findPlace }, PROXY, from('DE'))).toMatchObject({ country: 'DE' });
    expect(ask({ findPlace, hops: 0 }, '203.0.113.5')).toMatchObject({ country: 'FR' });
  });
});
