import { utcDayOf } from '@klieg/kernel/time';
import { expect, test } from 'vitest';
import { type DayCount, eventsOf, ratioOf } from './vamp-rules.ts';

/** So many days up to one, all alike. */
const alike = (upTo: string, count: number, sales: number, events: number): DayCount[] =>
  Array.from({ length: count }, (_, back) => ({
    day: utcDayOf(Date.parse(upTo) - back * 86_400_000),
    sales,
    events,
  }));

test('the ratio of the month counts its own days alone, and goes on to its end as the last two weeks went', () => {
  const ratio = ratioOf(alike('2026-11-20', 40, 1_000, 5), '2026-11-20');
  expect(ratio).toMatchObject({
    month: '2026-11',
    sales: 20_000,
    events: 100,
    ratio: 0.5,
    projected_sales: 30_000,
    projected_events: 150,
    projected_ratio: 0.5,
    is_alert: false,
  });
});

test('it alerts from 0.9 percent on, also where only the projection gets there', () => {
  const of = (events: number) => ratioOf(alike('2026-11-30', 60, 1_000, events), '2026-11-30');
  expect([of(8).is_alert, of(9).is_alert]).toEqual([false, true]);
  const quiet = alike('2026-11-06', 6, 1_000, 0);
  const rising = alike('2026-11-15', 9, 1_000, 20);
  const ratio = ratioOf([...quiet, ...rising], '2026-11-15');
  expect(ratio.ratio).toBe(1.2);
  const early = ratioOf(
    [...alike('2026-10-31', 14, 1_000, 20), { day: '2026-11-01', sales: 1_000, events: 0 }],
    '2026-11-01',
  );
  expect([early.ratio, early.is_alert]).toEqual([0, true]);
});

test('excessive is who has 1.5 percent and 1,500 events at the month’s end, and not who has one of them', () => {
  const of = (sales: number, events: number) =>
    ratioOf(alike('2026-11-30', 60, sales, events), '2026-11-30').is_excessive;
  expect(of(3_333, 50)).toBe(true);
  expect(of(1_000, 49)).toBe(false);
  expect(of(10_000, 50)).toBe(false);
});

test('a month without a sale has no ratio, and the last day has nothing left to project', () => {
  expect(ratioOf([], '2026-11-10')).toMatchObject({ ratio: null, projected_ratio: null, is_alert: false });
  const last = ratioOf(alike('2026-02-28', 40, 100, 1), '2026-02-28');
  expect(last.projected_sales).toBe(last.sales);
});

test('disputes, announced ones and reports of fraud all count', () => {
  expect(eventsOf({ disputes: 2, fraudReports: 3, alerts: 4 })).toBe(9);
  expect(eventsOf({ disputes: 0, fraudReports: 0, alerts: 0 })).toBe(0);
});
