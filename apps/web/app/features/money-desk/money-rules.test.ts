import { expect, test } from 'vitest';
import { barsOf, daysUpTo, opposite, runningRatio, topOf } from './money-rules.ts';

const stats = (columns: string[], rows: (string | number)[][]) => ({ columns, rows, totals: {} });

test('bars have every day, groups by size, and billers after the third in one', () => {
  const days = daysUpTo('2026-11-03', 3);
  expect(days).toEqual(['2026-11-01', '2026-11-02', '2026-11-03']);
  const two = stats(
    ['date', 'biller', 'sales_cents'],
    [
      ['2026-11-01', 'epoch', 100],
      ['2026-11-03', 'ccbill', 500],
      ['2026-11-03', 'epoch', 50],
    ],
  );
  expect(barsOf(two, 'sales_cents', days)).toEqual({
    groups: ['ccbill', 'epoch'],
    bars: [
      { day: '2026-11-01', values: [0, 100] },
      { day: '2026-11-02', values: [0, 0] },
      { day: '2026-11-03', values: [500, 50] },
    ],
  });
  const many = ['a', 'b', 'c', 'd', 'e'].map((biller, at) => ['2026-11-01', biller, 10 - at]);
  const bars = barsOf(stats(['date', 'biller', 'sales_cents'], many), 'sales_cents', ['2026-11-01']);
  expect(bars.groups).toEqual(['a', 'b', 'c', '']);
  expect(bars.bars[0]!.values).toEqual([10, 9, 8, 13]);
});

test('the axis ends at a round figure', () => {
  expect([0, 1, 170, 230, 999, 5_001].map((most) => topOf([most]))).toEqual([
    100, 100, 200, 500, 1_000, 10_000,
  ]);
});

test('an amount from the other side is never minus nothing', () => {
  expect([5, -5, 0].map(opposite)).toEqual([-5, 5, 0]);
});

test('the running ratio sums the month up and is none before the first sale', () => {
  const days = ['2026-11-01', '2026-11-02', '2026-11-03'];
  const rows = [
    ['2026-11-02', 'a', 100, 1],
    ['2026-11-03', 'a', 100, 0],
    ['2026-11-03', 'b', 0, 1],
  ];
  expect(runningRatio(stats(['date', 'biller', 'sales', 'chargebacks'], rows), days)).toEqual([null, 1, 1]);
});
