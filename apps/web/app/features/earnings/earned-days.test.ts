import { expect, test } from 'vitest';
import { earnedByDay, lastDays } from './earned-days.ts';

test('earnings stand on their day by what was paid for; what was taken back shortens no bar below nothing', () => {
  const days = lastDays(3, Date.parse('2026-11-23T10:00:00.000Z'));
  expect(days).toEqual(['2026-11-21', '2026-11-22', '2026-11-23']);
  const rows = [
    ['2026-11-22', 'tip', 100, 60],
    ['2026-11-22', 'private', 50, 30],
    ['2026-11-23', 'media', 10, 6],
    ['2026-11-23', 'chargeback', -100, -60],
    ['2026-10-01', 'tip', 9, 5],
  ];
  const stats = { columns: ['date', 'kind', 'gross_tokens', 'share_tokens'], rows, totals: {} };
  expect(earnedByDay(stats, days).map(({ spent }) => spent)).toEqual([
    { tips: 0, shows: 0, media: 0 },
    { tips: 60, shows: 30, media: 0 },
    { tips: 0, shows: 0, media: 6 },
  ]);
});
