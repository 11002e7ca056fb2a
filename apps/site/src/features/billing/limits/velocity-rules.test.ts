import { expect, test } from 'vitest';
import { countedNetwork, velocityEnvironment, velocityOf } from './velocity-rules.ts';

const limits = { declines: 8, orders: 40, cards: 3, network: 25 };
const none = { declines: 0, orders: 0, cards: 0, network: 0 };

test('purchases stop where a count has reached its limit, and the first such count is the reason', () => {
  expect(velocityOf(none, limits)).toBeUndefined();
  expect(velocityOf({ ...none, cards: 2 }, limits)).toBeUndefined();
  expect(velocityOf({ ...none, cards: 3 }, limits)).toEqual({ reason: 'cards', count: 3, stopsAt: 3 });
  expect(velocityOf({ declines: 9, orders: 50, cards: 0, network: 0 }, limits)?.reason).toBe('declines');
});

test('a limit of 0 looks at nothing', () => {
  expect(velocityOf({ ...none, network: 1_000 }, { ...limits, network: 0 })).toBeUndefined();
});

test('the setting changes what it names', () => {
  const read = (text: string) => velocityEnvironment.VELOCITY_LIMITS.safeParse(text).data;
  expect(read('declines=5,network=0')).toEqual({ ...limits, declines: 5, network: 0 });
  expect(read('')).toEqual(limits);
  expect(velocityEnvironment.VELOCITY_LIMITS.parse(undefined)).toEqual(limits);
  expect(read('declines=many')).toBeUndefined();
});

test('256 addresses of IPv4 are one network, and 64 bits of IPv6', () => {
  expect(countedNetwork('203.0.113.7')).toBe('203.0.113.7/24');
  expect(countedNetwork('2001:db8:0:1::/64')).toBe('2001:db8:0:1::/64');
});
