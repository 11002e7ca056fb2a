import { uuidv7 } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import { howMany } from '@klieg/testing/run-length';
import { describe, expect, test } from 'vitest';
import {
  creditOf,
  IDLE_MS,
  type Line,
  nextChargeAt,
  nextLine,
  shortageOf,
  type Sight,
} from './line-rules.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const fresh = uuidv7(NOW);
const charge = { id: uuidv7(NOW - 1), tokens: 100 };

const line = (more: Partial<Line> = {}): Line => ({
  state: 'active',
  limitTokens: 500,
  isEnding: false,
  wasChargedBack: false,
  usedTokens: 0,
  owedSince: null,
  lastSpendAt: null,
  charge: null,
  failures: 0,
  pastDueSince: null,
  nextTryAt: null,
  ...more,
});
const sight = (more: Partial<Sight> = {}): Sight => ({
  now: NOW,
  postedTokens: 0,
  reclaimedTokens: 0,
  charge: 'open',
  chargesToday: 0,
  isPayNow: false,
  freshId: fresh,
  ...more,
});
const used = (tokens: number, idleMs = 0) =>
  line({ usedTokens: tokens, owedSince: NOW - idleMs, lastSpendAt: NOW - idleMs });

describe('a line that gives credit', () => {
  test.each<[string, Line, Partial<Sight>, number | null]>([
    ['nothing is used', line(), {}, null],
    ['used, an hour not over', used(100, IDLE_MS - 1), { postedTokens: -100 }, null],
    ['used, an hour after the last spend', used(100, IDLE_MS), { postedTokens: -100 }, 100],
    ['the limit is reached', used(400), { postedTokens: -500 }, 500],
    ['a further spend begins the hour anew', used(100, IDLE_MS), { postedTokens: -101 }, null],
    ['pay now', used(100), { postedTokens: -100, isPayNow: true }, 100],
    ['pay now with nothing used', line(), { isPayNow: true }, null],
    ['less than $2 waits', used(19, IDLE_MS), { postedTokens: -19 }, null],
    ['less than $2 waits at most 30 days', used(19, 30 * DAY_MS), { postedTokens: -19 }, 19],
    ['less than $2 is paid by pay now', used(19), { postedTokens: -19, isPayNow: true }, 19],
    ['five charges a day', used(100, IDLE_MS), { postedTokens: -100, chargesToday: 5 }, null],
    ['what a refund took back is no credit', line(), { postedTokens: -500, reclaimedTokens: 500 }, null],
    [
      'nor is it charged with what is used beside it',
      used(100, IDLE_MS),
      { postedTokens: -300, reclaimedTokens: 200 },
      100,
    ],
    ['one that ends is settled too', { ...used(100, IDLE_MS), isEnding: true }, { postedTokens: -100 }, 100],
  ])('is charged what is used when it is time: %s (S2203) (CONSTANTS-016)', (_what, before, seen, tokens) => {
    const after = nextLine(before, sight(seen));
    expect(after.charge).toEqual(tokens === null ? null : { id: fresh, tokens });
    expect(after.state).toBe(tokens === null ? before.state : 'settling');
  });

  test('is settled by what is paid and goes on; what was spent meanwhile is used by then (S2204)', () => {
    const after = nextLine(
      { ...used(100), state: 'settling', charge },
      sight({ charge: 'paid', postedTokens: -30 }),
    );
    expect(after).toMatchObject({ state: 'active', charge: null, usedTokens: 30 });
  });

  test('gives credit up to its limit, also while it is settled, and none when it ends or is past due (S2202) (S2204)', () => {
    expect(creditOf(line())).toBe(500);
    expect(creditOf(line({ state: 'settling' }))).toBe(500);
    expect(creditOf(line({ isEnding: true }))).toBe(0);
    for (const state of ['past_due', 'suspended', 'closed', 'declined'] as const)
      expect(creditOf(line({ state }))).toBe(0);
  });

  test('that ends is closed when nothing is used (S2206)', () => {
    expect(nextLine(line({ isEnding: true }), sight()).state).toBe('closed');
    expect(nextLine({ ...used(50), isEnding: true }, sight({ postedTokens: -50 })).state).toBe('active');
  });
});

describe('a line that is past due', () => {
  test('is tried again after 1, 3 and 7 days, then suspended (S2205)', () => {
    let one: Line = { ...used(100), state: 'settling', charge };
    const tries: (number | null)[] = [];
    for (let day = 0; day < 10; day++) {
      const now = NOW + day * DAY_MS;
      one = nextLine(one, sight({ now, postedTokens: -100, charge: one.charge ? 'failed' : 'open' }));
      if (one.charge) {
        tries.push(day);
        one = nextLine(one, sight({ now, postedTokens: -100, charge: 'failed' }));
      }
    }
    expect(tries).toEqual([1, 3, 7]);
    expect(one).toMatchObject({ state: 'suspended', charge: null, nextTryAt: null, usedTokens: 100 });
    expect(nextLine(one, sight({ now: NOW + 400 * DAY_MS, postedTokens: -100 })).charge).toBeNull();
  });

  test('is charged at once with a new card, and gives credit again (S2205)', () => {
    const past = { ...used(100), state: 'past_due', pastDueSince: NOW, nextTryAt: NOW + DAY_MS } as const;
    const tried = nextLine(past, sight({ postedTokens: -100, isPayNow: true }));
    expect(tried).toMatchObject({ state: 'past_due', charge: { tokens: 100 } });
    expect(nextLine(tried, sight({ charge: 'paid' }))).toMatchObject({
      state: 'active',
      charge: null,
      pastDueSince: null,
      nextTryAt: null,
      failures: 0,
    });
  });

  test('is settled by tokens that came otherwise (S2205)', () => {
    expect(nextLine({ ...used(100), state: 'past_due', pastDueSince: NOW }, sight()).state).toBe('active');
    expect(nextLine({ ...used(100), state: 'suspended', pastDueSince: NOW }, sight()).state).toBe('closed');
  });
});

test('a chargeback closes a line in any state, and its open charge is followed to its end (S2206)', () => {
  for (const state of ['active', 'settling', 'past_due', 'suspended'] as const) {
    const closed = nextLine(
      { ...used(100), state, charge, wasChargedBack: true },
      sight({ postedTokens: -100 }),
    );
    expect(closed).toMatchObject({ state: 'closed', charge });
    expect(nextLine(closed, sight({ charge: 'failed', postedTokens: -100 }))).toMatchObject({
      state: 'closed',
      charge: null,
    });
  }
});

test('why there are too few tokens: the line is used up, or its card failed (S2203) (S2204)', () => {
  expect(shortageOf(line())).toBe('ledger.postpay_limit');
  expect(shortageOf(line({ state: 'past_due' }))).toBe('ledger.postpay_card_fail');
  expect(shortageOf(line({ state: 'suspended' }))).toBe('ledger.postpay_card_fail');
  expect(shortageOf(line({ isEnding: true }))).toBeUndefined();
  expect(shortageOf(line({ state: 'closed' }))).toBeUndefined();
});

test('the page is told when the card is charged next (S2206)', () => {
  expect(nextChargeAt(line())).toBeNull();
  expect(nextChargeAt(used(100))).toBe(NOW + IDLE_MS);
  expect(nextChargeAt(used(10))).toBe(NOW + 30 * DAY_MS);
  expect(nextChargeAt({ ...used(100), state: 'past_due', nextTryAt: NOW + 5 })).toBe(NOW + 5);
  expect(nextChargeAt({ ...used(100), state: 'suspended' })).toBeNull();
});

test('whatever happens in whatever order, there is one open charge at most, it charges what was owed, and all charges paid are what was spent (S2203) (S2204)', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  for (let run = 0; run < howMany(200, 5_000); run++) {
    let one = line();
    let posted = 0;
    let now = NOW;
    const charged = new Map<string, number>();
    for (let step = 0; step < 60; step++) {
      now += random(3) * 20 * 60_000 + random(40) * 60 * 60_000 * Number(random(8) === 0);
      const free = posted + creditOf(one);
      if (free > 0 && random(2) === 0) posted -= 1 + random(free);
      let came: Sight['charge'] = 'open';
      if (one.charge && random(3) > 0) came = random(3) === 0 ? 'failed' : 'paid';
      if (one.charge && came === 'paid') {
        posted += one.charge.tokens;
        charged.set(one.charge.id, one.charge.tokens);
      }
      const id = uuidv7(now + step);
      const open = one.charge;
      const after = nextLine(
        one,
        sight({ now, postedTokens: posted, charge: came, isPayNow: random(10) === 0, freshId: id }),
      );
      // An open charge is never exchanged for another one while it has not come to its end.
      if (open && came === 'open') expect(after.charge).toEqual(open);
      if (after.charge && after.charge.id === id) expect(after.charge.tokens).toBe(-posted);
      expect(charged.has(after.charge?.id ?? '')).toBe(false);
      expect(posted).toBeLessThanOrEqual(0);
      expect(posted).toBeGreaterThanOrEqual(-500);
      one = after;
    }
  }
});
