import type { FanLevel, FanMembership } from '@klieg/contract';
import { expect, test } from 'vitest';
import { chargeNow } from './charge-now.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.UTC(2026, 10, 20);
const PRICES = { supporter: 100, insider: 200, legend: 400 };
const charged = (it: FanMembership | null, wanted: FanLevel) =>
  chargeNow(it, wanted, { price: PRICES[wanted], ownPrice: it ? PRICES[it.level] : undefined }, NOW);
const membership = (change: Partial<FanMembership> = {}): FanMembership => ({
  level: 'insider',
  renews_at: new Date(NOW + 15 * DAY).toISOString() as FanMembership['renews_at'],
  auto_renew: true,
  next_level: null,
  next_price: 200,
  is_past_due: false,
  is_shut_out: false,
  ...change,
});

test('who is no member pays the whole price, and again after 30 days', () => {
  expect(charged(null, 'insider')).toEqual({
    kind: 'join',
    tokens: 200,
    nextAt: NOW + 30 * DAY,
  });
});

test('a higher level costs the difference for the rest of the period, rounded down (FANCLUB-016)', () => {
  expect(charged(membership(), 'legend')).toEqual({
    kind: 'upgrade',
    tokens: 100,
    nextAt: NOW + 15 * DAY,
  });
  // The own price counts, which is an older one.
  expect(charged(membership({ next_price: 150 }), 'legend').tokens).toBe(125);
  // Where another level comes next, its price says nothing of this period.
  const goesDown = membership({ next_level: 'supporter', next_price: 100 });
  expect(charged(goesDown, 'legend').tokens).toBe(100);
});

test('a lower level costs nothing now', () => {
  expect(charged(membership(), 'supporter')).toEqual({
    kind: 'later',
    tokens: 0,
    nextAt: NOW + 15 * DAY,
  });
});

test('who could not pay pays the period that has begun since', () => {
  const unpaid = membership({
    renews_at: new Date(NOW - DAY).toISOString() as FanMembership['renews_at'],
    is_past_due: true,
  });
  expect(charged(unpaid, 'insider')).toEqual({
    kind: 'renewal',
    tokens: 200,
    nextAt: NOW + 29 * DAY,
  });
});

test('who has let it end, or has not paid for three days, joins anew', () => {
  const ended = (days: number, change: Partial<FanMembership>) =>
    membership({
      renews_at: new Date(NOW - days * DAY).toISOString() as FanMembership['renews_at'],
      ...change,
    });
  const anew = { kind: 'join', tokens: 200, nextAt: NOW + 30 * DAY };
  expect(charged(ended(0, { auto_renew: false }), 'insider')).toEqual(anew);
  expect(charged(ended(3, { is_past_due: true }), 'insider')).toEqual(anew);
  expect(charged(ended(2, { is_past_due: true }), 'insider').kind).toBe('renewal');
});
