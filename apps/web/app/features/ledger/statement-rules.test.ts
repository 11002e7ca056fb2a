import type { LedgerRow } from '@klieg/contract';
import { expect, test } from 'vitest';
import { axisTop, filterRows, spendByDay } from './statement-rules.ts';

const row = (
  kind: LedgerRow['kind'],
  tokens: number,
  at = new Date(2026, 10, 20, 14).toISOString(),
): LedgerRow => ({
  id: 'r',
  kind,
  tokens,
  balance_after: 0,
  at,
  counterpart: null,
  ref: null,
  comment: null,
});
const now = new Date(2026, 10, 20, 18);

test('filters tell what went out, what came in and what is held (BILLING-001)', () => {
  const rows = [row('tip', -25), row('purchase', 600), row('hold', -450)];
  expect(filterRows(rows, 'all')).toHaveLength(3);
  expect(filterRows(rows, 'out').map(({ kind }) => kind)).toEqual(['tip', 'hold']);
  expect(filterRows(rows, 'in').map(({ kind }) => kind)).toEqual(['purchase']);
  expect(filterRows(rows, 'held').map(({ kind }) => kind)).toEqual(['hold']);
});

test('spending is summed by day and group; income, holds and older rows are not spending', () => {
  const yesterday = new Date(2026, 10, 19, 0, 0, 1).toISOString();
  const old = new Date(2026, 8, 1).toISOString();
  const days = spendByDay(
    [
      row('tip', -25),
      row('tip', -60),
      row('spy', -12, yesterday),
      row('media', -80, old),
      row('purchase', 600),
      row('hold', -450),
    ],
    30,
    now,
  );
  expect(days).toHaveLength(30);
  expect(days.at(-1)?.spent).toEqual({ tips: 85, shows: 0, media: 0 });
  expect(days.at(-2)?.spent).toEqual({ tips: 0, shows: 12, media: 0 });
  expect(days.slice(0, -2).every(({ spent }) => spent.tips + spent.shows + spent.media === 0)).toBe(true);
});

test('the axis ends at a round figure', () => {
  expect([0, 9, 10, 11, 150, 512, 1_000, 12_945].map(axisTop)).toEqual([
    10, 10, 10, 20, 200, 1_000, 1_000, 20_000,
  ]);
});
