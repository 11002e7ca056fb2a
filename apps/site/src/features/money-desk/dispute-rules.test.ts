import { DAY_MS } from '@klieg/kernel/time';
import { expect, test } from 'vitest';
import type { BillerEvent } from '../billing/index.ts';
import { dueAt, readDispute } from './dispute-rules.ts';

const T0 = Date.parse('2026-11-01T00:00:00Z');
const fact = (
  kind: BillerEvent['kind'],
  day: number,
  amountCents: number | null = 1_000,
  brand = 'Visa',
) => ({
  at: new Date(T0 + day * DAY_MS),
  outcome: 'settled',
  event: {
    eventId: `${kind} ${day}`,
    kind,
    orderId: '',
    transactionId: 't1',
    amountCents,
    currency: 'USD',
    declineCode: null,
    card: kind === 'approved' ? { token: 'x', brand, last4: '4242' } : null,
  },
});

test('a dispute is open until its scheme takes no more evidence, then lost; what the bank gave back is won', () => {
  const told = [fact('approved', 0), fact('charged_back', 10)];
  const at = (day: number) => readDispute(told, 1_000, T0 + day * DAY_MS);
  expect(at(11)).toMatchObject({
    state: 'open',
    amountCents: 1_000,
    transactionId: 't1',
    card: { brand: 'Visa', last4: '4242' },
    toldAtMs: T0 + 10 * DAY_MS,
    dueAtMs: T0 + 40 * DAY_MS,
  });
  expect(at(40)?.state).toBe('open');
  expect(at(41)?.state).toBe('lost');
  const won = [...told, fact('dispute_won', 50)];
  expect(readDispute(won, 1_000, T0 + 60 * DAY_MS)?.state).toBe('won');
  const partly = [...told, fact('dispute_won', 20, 400)];
  expect(readDispute(partly, 1_000, T0 + 21 * DAY_MS)?.state).toBe('open');
  expect(readDispute([fact('approved', 0)], 1_000, T0)).toBeUndefined();
});

test('a fact without an amount is about the whole order', () => {
  expect(readDispute([fact('charged_back', 1, null)], 5_000, T0)?.amountCents).toBe(5_000);
});

test('each scheme has its own time, and one that is not known the shortest', () => {
  const days = (brand?: string) => (dueAt(T0, brand) - T0) / DAY_MS;
  expect(['Visa', 'Mastercard', 'Amex', 'Discover', 'Something'].map(days)).toEqual([30, 45, 20, 20, 20]);
  expect(days()).toBe(20);
});
