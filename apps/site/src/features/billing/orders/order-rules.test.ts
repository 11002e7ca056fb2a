import { type Uuid, uuidv7 } from '@klieg/kernel';
import fc from 'fast-check';
import { howMany } from '@klieg/testing/run-length';
import { describe, expect, test } from 'vitest';
import type { BillerEvent } from '../billers/port/biller-port.ts';
import { type Booking, planBookings, priceBookings, readOrder } from './order-rules.ts';

const order = {
  id: '019a0000-0000-7000-8000-000000000001' as Uuid,
  tokens: 550,
  amountCents: 5_000,
  currency: 'USD',
};
let count = 0;
const fact = (kind: BillerEvent['kind'], more: Partial<BillerEvent> = {}): BillerEvent => ({
  eventId: `event_${++count}`,
  kind,
  orderId: order.id,
  transactionId: 't1',
  amountCents: 5_000,
  currency: 'USD',
  declineCode: null,
  card: null,
  ...more,
});
const tokensAfter = (facts: readonly BillerEvent[]): number => {
  const { creditedTokens, refundedTokens, chargedBackTokens } = readOrder(order, facts);
  return creditedTokens - refundedTokens - chargedBackTokens;
};

describe('an order is what all of its facts say', () => {
  test.each<[string, BillerEvent[], string | undefined, number]>([
    ['nothing', [], undefined, 0],
    ['an approval', [fact('approved')], 'succeeded', 550],
    ['a decline', [fact('declined', { declineCode: 'RETRY' })], 'declined', 0],
    ['a decline and an approval', [fact('declined'), fact('approved')], 'succeeded', 550],
    ['a refund alone', [fact('refunded')], undefined, 0],
    ['a refund and its approval', [fact('refunded'), fact('approved')], 'refunded', 0],
    ['a partial refund', [fact('approved'), fact('refunded', { amountCents: 1_000 })], 'succeeded', 440],
    ['a cent of a refund', [fact('approved'), fact('refunded', { amountCents: 1 })], 'succeeded', 550],
    ['a void', [fact('voided'), fact('approved')], 'refunded', 0],
    ['a chargeback', [fact('charged_back'), fact('approved')], 'charged_back', 0],
    ['a won dispute', [fact('dispute_won'), fact('charged_back'), fact('approved')], 'succeeded', 550],
    [
      'a partial refund and a chargeback of all',
      [fact('charged_back'), fact('refunded', { amountCents: 1_000 }), fact('approved')],
      'charged_back',
      0,
    ],
    ['an approval of another amount', [fact('approved', { amountCents: 1 })], undefined, 0],
    ['an approval in another currency', [fact('approved', { currency: 'EUR' })], undefined, 0],
  ])('%s (S2402) (S2404) (S2405)', (_name, facts, state, tokens) => {
    expect(readOrder(order, facts).state).toBe(state);
    expect(tokensAfter(facts)).toBe(tokens);
  });

  test('a second payment credits nothing and is suspended until it goes back or is needed (S2402)', () => {
    const two = [fact('approved'), fact('approved', { transactionId: 't2' })];
    expect(readOrder(order, two).suspended).toEqual([
      { transactionId: 't2', reason: 'second_payment', amountCents: 5_000, currency: 'USD' },
    ]);
    expect(tokensAfter(two)).toBe(550);
    for (const transactionId of ['t1', 't2']) {
      const back = [...two, fact('refunded', { transactionId })];
      expect(readOrder(order, back)).toMatchObject({ state: 'succeeded', suspended: [] });
      expect(tokensAfter(back)).toBe(550);
    }
  });

  test('money of another amount is suspended (S2402)', () => {
    expect(readOrder(order, [fact('approved', { amountCents: 4_000 })])).toMatchObject({
      creditedTokens: 0,
      suspended: [{ transactionId: 't1', reason: 'amount_differs', amountCents: 4_000 }],
    });
  });
});

const anyFact = fc.record({
  kind: fc.constantFrom<BillerEvent['kind'][]>(
    'approved',
    'declined',
    'refunded',
    'voided',
    'charged_back',
    'dispute_won',
  ),
  transactionId: fc.constantFrom('t1', 't2', 't3'),
  amountCents: fc.constantFrom(5_000, 5_000, 1_250, 1, 333, 6_000),
  declineCode: fc.constantFrom(null, 'RETRY', 'EXPIRED'),
  currency: fc.constantFrom('USD', 'USD', 'USD', 'EUR'),
});

test('any order and any repetition of the facts end the same, and bookings always end at what they say (S2402)', () => {
  fc.assert(
    fc.property(fc.array(anyFact, { maxLength: 10 }), fc.infiniteStream(fc.nat(1_000)), (kinds, random) => {
      const facts = kinds.map((one, index) => fact(one.kind, { ...one, eventId: `e${index}` }));
      const end = readOrder(order, facts);
      const copies = facts.flatMap((one) => Array.from({ length: 1 + (random.next().value % 5) }, () => one));
      const shuffled = copies
        .map((one) => ({ one, at: random.next().value }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ one }) => one);
      let bookings: Booking[] = [];
      for (let seen = 1; seen <= shuffled.length; seen++) {
        const target = readOrder(order, shuffled.slice(0, seen));
        bookings = [...bookings, ...planBookings(order, target, bookings)];
        expect(planBookings(order, target, bookings)).toEqual([]);
      }
      expect(readOrder(order, shuffled)).toEqual(end);
      const net = bookings.reduce((sum, { kind, tokens }) => {
        expect(tokens).toBeGreaterThan(0);
        return sum + (kind === 'purchase' || kind === 'restored' ? tokens : -tokens);
      }, 0);
      expect(net).toBe(end.creditedTokens - end.refundedTokens - end.chargedBackTokens);
      // No credit is taken back beyond what it brought, and no id is used twice.
      for (const credit of bookings.filter(({ reverses }) => reverses === null)) {
        const taken = bookings.filter(({ reverses }) => reverses === credit.transferId);
        expect(taken.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(credit.tokens);
      }
      expect(new Set(bookings.map(({ transferId }) => transferId)).size).toBe(bookings.length);
    }),
    { numRuns: howMany(500, 10_000) },
  );
});

describe('what of the price goes with each booking', () => {
  const terms = { id: uuidv7(), tokens: 70, amountCents: 999, currency: 'USD' };
  const booking = (kind: Booking['kind'], tokens: number): Booking => ({
    number: 0,
    kind,
    tokens,
    transferId: uuidv7(),
    reverses: null,
    isDone: true,
  });
  const centsOf = (...bookings: Booking[]) => priceBookings(terms, bookings).map(({ cents }) => cents);

  test('a purchase has all of it, and what is taken back in steps comes to the same (S2405)', () => {
    expect(centsOf(booking('purchase', 70))).toEqual([999]);
    const steps = centsOf(booking('purchase', 70), booking('refund', 23), booking('chargeback', 47));
    expect(steps).toEqual([999, 329, 670]);
  });

  test('whatever is taken back and restored, all of it together is what the tokens that are left cost (S2405)', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 70 }), { maxLength: 12 }), (amounts) => {
        const bookings = [booking('purchase', 70)];
        let left = 70;
        for (const amount of amounts) {
          const isBack = left >= amount;
          if (!isBack && left + amount > 70) continue;
          bookings.push(booking(isBack ? 'refund' : 'restored', amount));
          left += isBack ? -amount : amount;
        }
        const priced = priceBookings(terms, bookings);
        const sum = priced.reduce((all, { kind, cents }) => all + (kind === 'refund' ? -cents : cents), 0);
        expect(sum).toBe(Math.floor((999 * left) / 70));
      }),
    );
  });
});
