import { expect, test } from 'vitest';
import { makeAddressCounter, networkOf } from './address-counter.ts';

test('connections are bounded in all and for each address, and leave room when they go', () => {
  const counter = makeAddressCounter({ totalMax: 3, perAddressMax: 2 });
  expect([counter.enter('10.0.0.1'), counter.enter('10.0.0.1'), counter.enter('10.0.0.1')]).toEqual([
    true,
    true,
    false,
  ]);
  expect([counter.enter('10.0.0.2'), counter.enter('10.0.0.3')]).toEqual([true, false]);
  counter.leave('10.0.0.1');
  expect([counter.enter('10.0.0.1'), counter.enter('10.0.0.3')]).toEqual([true, false]);
});

test('an IPv6 network of 64 bits counts as one address, an IPv4 address in IPv6 as itself', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2');
  expect(networkOf('2001:db8:1:2::9')).toBe('2001:db8:1:2');
  expect(networkOf('2001:db8::9')).toBe('2001:db8:0:0');
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0');
  expect(networkOf('::1')).toBe('0:0:0:0');
  expect(networkOf('::ffff:10.0.0.1')).toBe('10.0.0.1');
  expect(networkOf('10.0.0.1')).toBe('10.0.0.1');
});
