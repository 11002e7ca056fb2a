import { expect, test } from 'vitest';
import { type AccountDay, bucketOf, salesOf } from './figure-rules.ts';

const money = (
  name: 'receivable' | 'bank' | 'fees' | 'suspense' | 'unspent',
  of: number,
  day: string,
  [change, balance]: readonly [number, number],
): AccountDay => ({ day, holder: { money: name, of }, change, balance });
const billerOf = (number: number) => (number === 63 ? ('sandbox' as const) : undefined);

test('a day is of its Monday’s week and its month', () => {
  const days = ['2026-11-22', '2026-11-23', '2026-12-01'];
  expect(days.map((day) => bucketOf(day, 'week'))).toEqual(['2026-11-16', '2026-11-23', '2026-11-30']);
  expect(days.map((day) => bucketOf(day, 'month'))).toEqual(['2026-11-01', '2026-11-01', '2026-12-01']);
  expect(bucketOf('2026-11-22', 'day')).toBe('2026-11-22');
});

test('sales are what a biller owes anew; a settlement changes what it owes and no sale', () => {
  const sold = money('receivable', 63, '2026-11-01', [-5_000, -5_000]);
  expect(salesOf([sold, money('unspent', 0, '2026-11-01', [5_000, 5_000])], 'day', billerOf)).toEqual([
    {
      date: '2026-11-01',
      biller: 'sandbox',
      salesCents: 5_000,
      settledCents: 0,
      feesCents: 0,
      receivableCents: 5_000,
    },
  ]);
  const settled = [
    money('receivable', 63, '2026-11-02', [5_000, 0]),
    money('bank', 63, '2026-11-02', [-4_700, -4_700]),
    money('fees', 63, '2026-11-02', [-300, -300]),
  ];
  expect(salesOf(settled, 'day', billerOf)).toMatchObject([
    { salesCents: 0, settledCents: 4_700, feesCents: 300, receivableCents: 0 },
  ]);
});

test('by month it sums up, with what was owed at the end; accounts of nobody’s biller do not count', () => {
  const days = [
    money('receivable', 63, '2026-11-20', [1_000, -1_000]),
    money('receivable', 63, '2026-11-01', [-2_000, -2_000]),
    money('receivable', 9, '2026-11-01', [-7, -7]),
  ];
  expect(salesOf(days, 'month', billerOf)).toMatchObject([
    { date: '2026-11-01', salesCents: 1_000, receivableCents: 1_000 },
  ]);
});
