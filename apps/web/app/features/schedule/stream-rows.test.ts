import type { StreamDate } from '@klieg/contract';
import { expect, test } from 'vitest';
import { rowsOf, withReminder } from './stream-rows.ts';

const date = (id: string, day: number, isCanceled = false): StreamDate => ({
  id,
  date: `2026-11-${day}`,
  title: id,
  kind: 'public',
  is_weekly: true,
  starts_at: `2026-11-${day}T20:00:00.000Z`,
  ends_at: `2026-11-${day}T21:00:00.000Z`,
  is_canceled: isCanceled,
  is_reminded: false,
});

test('each stream is one row with its next date, what is canceled before it, and what comes after it (C6)', () => {
  const rows = rowsOf([
    date('a', 10, true),
    date('b', 11),
    date('a', 17),
    date('a', 24, true),
    date('a', 28),
  ]);
  expect(rows.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(rows[0]!.next?.date).toBe('2026-11-17');
  expect(rows[0]!.canceled.map((one) => one.date)).toEqual(['2026-11-10']);
  expect(rows[0]!.later.map((one) => one.date)).toEqual(['2026-11-28']);
  expect(rows[1]).toMatchObject({ canceled: [], later: [] });
  expect(rowsOf([])).toEqual([]);
});

test('a stream of which every date is canceled has no next (C5)', () => {
  const [row] = rowsOf([date('a', 10, true)]);
  expect(row!.next).toBeUndefined();
  expect(row!.canceled).toHaveLength(1);
});

test('a reminder is of all dates of one stream (C9)', () => {
  const dates = withReminder([date('a', 10), date('b', 11), date('a', 17)], 'a', true);
  expect(dates.map(({ is_reminded: isOn }) => isOn)).toEqual([true, false, true]);
});
