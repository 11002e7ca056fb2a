import { uuidv7 } from '@klieg/kernel';
import { describe, expect, test } from 'vitest';
import type { SettlementLine } from '../billing/index.ts';
import {
  type BookedLine,
  bookingsOf,
  findMissingThere,
  matchLines,
  placingOf,
  type ToldMoney,
} from './settlement-rules.ts';

const order = uuidv7();
const line = (more: Partial<SettlementLine> = {}): SettlementLine => ({
  transactionId: 't1',
  kind: 'approved',
  amountCents: 1_000,
  currency: 'USD',
  at: '2026-11-20',
  feeCents: 80,
  ...more,
});
const told = (more: Partial<ToldMoney> = {}): ToldMoney => ({
  transactionId: 't1',
  kind: 'approved',
  amountCents: 1_000,
  currency: 'USD',
  orderId: order,
  ...more,
});
const states = (lines: readonly SettlementLine[], facts: readonly ToldMoney[]) =>
  matchLines(lines, facts).map(({ state }) => state);

describe('a line', () => {
  test('matches what a post told of the same transaction, kind and amount', () => {
    expect(matchLines([line()], [told()])).toEqual([
      { line: line(), place: 0, state: 'matched', told: told() },
    ]);
    expect(states([line()], [told({ amountCents: 900 })])).toEqual(['amount_differs']);
    expect(states([line()], [told({ kind: 'refunded' })])).toEqual(['missing_here']);
    expect(states([line()], [told({ transactionId: 't2' })])).toEqual(['missing_here']);
    expect(states([line({ currency: 'EUR' })], [told({ currency: 'EUR' })])).toEqual(['other_currency']);
  });

  test('that is alike another has a place of its own, and what was told once belongs to one of them', () => {
    const found = matchLines([line(), line()], [told()]);
    expect(found.map(({ place, state }) => [place, state])).toEqual([
      [0, 'matched'],
      [1, 'missing_here'],
    ]);
  });

  test('finds its own amount before another takes it', () => {
    const [first, second] = matchLines(
      [line({ kind: 'refunded', amountCents: 300 }), line({ kind: 'refunded', amountCents: 200 })],
      [told({ kind: 'refunded', amountCents: 200 }), told({ kind: 'refunded', amountCents: 250 })],
    );
    expect([first?.state, second?.state]).toEqual(['amount_differs', 'matched']);
    expect(first?.told?.amountCents).toBe(250);
  });

  test('about what moves no money is no line', () => {
    expect(matchLines([line({ kind: 'declined' })], [])).toEqual([]);
  });
});

/** What bookings do to each account. */
const effect = (requests: ReturnType<typeof bookingsOf>) => {
  const sums: Record<string, number> = {};
  for (const request of requests) {
    if (request.type !== 'money') throw new Error('only cents are booked');
    sums[request.from.name] = (sums[request.from.name] ?? 0) - request.amountCents;
    sums[request.to.name] = (sums[request.to.name] ?? 0) + request.amountCents;
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
};
const booked = (more: Partial<BookedLine> = {}): BookedLine => ({
  id: order,
  biller: 63,
  kind: 'approved',
  transactionId: 't1',
  state: 'matched',
  amountCents: 1_000,
  feeCents: 80,
  toldCents: 1_000,
  ...more,
});

describe('its bookings', () => {
  test('end what the biller owes, in the bank and in fees', () => {
    expect(effect(bookingsOf(booked()))).toEqual({ bank: -920, fees: -80, receivable: 1_000 });
  });

  test('of money that is taken back go the other way, with the fee on top', () => {
    const refund = booked({ kind: 'refunded', feeCents: 25 });
    expect(effect(bookingsOf(refund))).toEqual({ receivable: -1_000, bank: 1_025, fees: -25 });
    const dispute = booked({ kind: 'charged_back', feeCents: 1_500 });
    expect(effect(bookingsOf(dispute))).toEqual({
      receivable: -1_000,
      bank: 2_500,
      chargeback_fees: -1_500,
    });
  });

  test('of what no post told, or told otherwise, leave the difference in suspense', () => {
    const unknown = booked({ state: 'missing_here', toldCents: null });
    expect(effect(bookingsOf(unknown))).toEqual({ bank: -920, fees: -80, suspense: 1_000 });
    const short = booked({ state: 'amount_differs', toldCents: 1_300 });
    expect(effect(bookingsOf(short))).toEqual({
      bank: -920,
      fees: -80,
      receivable: 1_300,
      suspense: -300,
    });
  });

  test('have the same ids each time, and there are none of what cannot be booked', () => {
    expect(bookingsOf(booked())).toEqual(bookingsOf(booked()));
    expect(bookingsOf(booked({ state: 'missing_there' }))).toEqual([]);
    expect(bookingsOf(booked({ state: 'other_currency' }))).toEqual([]);
  });

  test('leave suspense once a post has told what it was', () => {
    const unknown = booked({ state: 'missing_here', toldCents: null });
    const all = [...bookingsOf(unknown), ...placingOf(unknown, 1_000)];
    expect(effect(all)).toEqual(effect(bookingsOf(booked())));
    const late = effect([...bookingsOf(unknown), ...placingOf(unknown, 1_300)]);
    expect(late).toEqual(effect(bookingsOf(booked({ state: 'amount_differs', toldCents: 1_300 }))));
  });
});

test('what was told and no line has is missing there, as often as it was told', () => {
  const other = told({ transactionId: 't2' });
  expect(findMissingThere([told(), told(), other], [line()])).toEqual([told(), other]);
  expect(findMissingThere([told()], [line()])).toEqual([]);
});
