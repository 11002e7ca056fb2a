import type { Stats } from '@klieg/contract';
import { expect, test } from 'vitest';
import { billersOf, ledgerTone, playbackTone } from './health-rules.ts';

const approval = (...rows: Stats['rows']): Stats => ({
  columns: ['date', 'biller', 'approved', 'declined', 'percent'],
  rows,
  totals: {},
});

test('a biller is well up to a quarter of declines, and failing from a half on; of few answers nothing is said', () => {
  const day = '2026-11-29';
  const rows = billersOf(
    approval(
      [day, 'ccbill', 90, 10, 90],
      [day, 'epoch', 15, 5, 75],
      [day, 'rocketgate', 2, 4, 33],
      [day, 'rocketgate', 3, 2, 60],
      [day, 'paypal', 1, 8, 11],
      [day, 'wnu', 0, 0, 0],
    ),
  );
  expect(rows.map(({ biller, answers, tone }) => [biller, answers, tone])).toEqual([
    ['ccbill', 100, 'ok'],
    ['epoch', 20, 'warn'],
    ['rocketgate', 11, 'bad'],
    ['paypal', 9, 'unknown'],
  ]);
  expect(rows[0]!.declined).toBe(10);
});

test('what nobody has told is not called good', () => {
  expect([null, 0.2, 1, 3].map(playbackTone)).toEqual(['unknown', 'ok', 'warn', 'bad']);
  expect(ledgerTone(null)).toBe('unknown');
  expect(ledgerTone({ drift: 0, checked_at: null })).toBe('unknown');
  expect(ledgerTone({ drift: 0, checked_at: '2026-11-29T10:00:00.000Z' })).toBe('ok');
  expect(ledgerTone({ drift: 1, checked_at: '2026-11-29T10:00:00.000Z' })).toBe('bad');
});
