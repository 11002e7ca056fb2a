import { DAY_MS } from '@klieg/kernel/time';
import { expect, test } from 'vitest';
import {
  covers,
  GRACE_MS,
  levelNow,
  levelsFrom,
  LEVELS,
  type Membership,
  nextTryAt,
  PERIOD_MS,
  planJoin,
  restOf,
  shareRefund,
  spiesForFree,
} from './club-rules.ts';

const prices = { supporter: 100, insider: 250, legend: 400 };
const NOW = Date.parse('2026-11-28T12:00:00.000Z');
const membership = (more: Partial<Membership> = {}): Membership => ({
  level: 'supporter',
  state: 'active',
  price: 100,
  periodEndsAt: NOW + 10 * DAY_MS,
  nextLevel: null,
  nextPrice: null,
  ...more,
});
const plan = (level: 'supporter' | 'insider' | 'legend', current?: Membership) =>
  planJoin(current, { level, price: prices[level] }, { prices, now: NOW });

test('a higher level has what a lower one has; insiders and legends look for free (SHOWS-054)', () => {
  expect(LEVELS.map((own) => LEVELS.map((wanted) => covers(own, wanted)))).toEqual([
    [true, false, false],
    [true, true, false],
    [true, true, true],
  ]);
  expect(LEVELS.map((level) => covers(null, level))).toEqual([false, false, false]);
  expect(LEVELS.map(levelsFrom)).toEqual([
    ['supporter', 'insider', 'legend'],
    ['insider', 'legend'],
    ['legend'],
  ]);
  expect([null, ...LEVELS].map(spiesForFree)).toEqual([false, false, true, true]);
});

test('rights last to the end of what is paid, and three days longer where it is to be renewed', () => {
  const at = (state: Membership['state'], sinceEndMs: number) =>
    levelNow(membership({ state, periodEndsAt: NOW - sinceEndMs }), NOW);
  expect([at('active', -1), at('canceled', -1), at('past_due', -1)]).toEqual(Array(3).fill('supporter'));
  expect([at('active', 0), at('past_due', GRACE_MS - 1)]).toEqual(['supporter', 'supporter']);
  expect([at('canceled', 0), at('past_due', GRACE_MS), at('ended', -1)]).toEqual([null, null, null]);
  expect(levelNow(undefined, NOW)).toBeNull();
});

test.each([
  ['nobody joins', undefined, 'insider', { kind: 'join', tokens: 250, periodEndsAt: NOW + PERIOD_MS }],
  ['who was a member joins anew', membership({ state: 'ended' }), 'supporter', { kind: 'join', tokens: 100 }],
  ['a higher level costs a third', membership(), 'legend', { kind: 'upgrade', tokens: 100, price: 400 }],
  [
    'one that is cheaper now costs nothing',
    membership({ price: 300 }),
    'insider',
    { kind: 'upgrade', tokens: 0 },
  ],
  [
    'a lower level comes later',
    membership({ level: 'legend', price: 400 }),
    'insider',
    { kind: 'later', price: 250 },
  ],
  [
    'who could not pay pays from the old end',
    membership({ state: 'past_due', periodEndsAt: NOW - DAY_MS }),
    'legend',
    { kind: 'renewal', tokens: 400, periodEndsAt: NOW - DAY_MS + PERIOD_MS },
  ],
  [
    'a lower level is taken back at the old price',
    membership({ level: 'legend', price: 380, nextLevel: 'supporter' }),
    'legend',
    { kind: 'later', price: 380 },
  ],
] as const)('%s', (_what, current, level, wanted) => {
  expect(plan(level, current)).toMatchObject(wanted);
});

test('the same level again, and a price that was not shown, are refused (fan_club.already_member) (common.price_changed)', () => {
  expect(() => plan('supporter', membership())).toThrow('fan_club.already_member');
  expect(() => planJoin(undefined, { level: 'legend', price: 1 }, { prices, now: NOW })).toThrow(
    'common.price_changed',
  );
});

test('what goes back is never more than what was paid, for every price, level and day', () => {
  for (let price = 1; price <= 5_000; price += 41)
    for (let hour = 0; hour <= 30 * 24; hour += 13) {
      const left = hour * 3_600_000;
      const dearer = price + 333;
      const upgrade = restOf(dearer - price, left);
      const paid = [{ tokens: upgrade }, { tokens: price }].filter(({ tokens }) => tokens > 0);
      const back = restOf(dearer, left);
      const parts = shareRefund(paid, back);
      const sum = parts.reduce((all, { tokens }) => all + tokens, 0);
      expect(sum).toBe(Math.min(back, price + upgrade));
      for (const { payment, tokens } of parts) expect(tokens).toBeLessThanOrEqual(payment.tokens);
    }
  expect([restOf(100, -1), restOf(100, 0), restOf(100, PERIOD_MS), restOf(100, 2 * PERIOD_MS)]).toEqual([
    0, 0, 100, 100,
  ]);
});

test('a renewal is tried once a day, three times', () => {
  const tries = [NOW];
  for (let next = nextTryAt(NOW, NOW); next !== undefined; next = nextTryAt(NOW, next)) tries.push(next);
  expect(tries).toEqual([NOW, NOW + DAY_MS, NOW + 2 * DAY_MS]);
});
