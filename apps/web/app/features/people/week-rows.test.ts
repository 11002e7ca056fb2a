import { expect, test } from 'vitest';
import { offsetOf, placeOfNow, weekRows } from './week-rows.ts';

/** A Wednesday in winter. */
const AT = Date.UTC(2026, 10, 25, 12);
const entry = (day: number, from: string, to: string, tz = 'UTC') => ({ day, from, to, tz });
const barsOf = (rows: ReturnType<typeof weekRows>) =>
  rows.flatMap(({ day, bars }) => bars.map(({ from, to, hours }) => [day, from, to, hours]));

test('an evening is one bar of its day, over midnight too', () =>
  expect(barsOf(weekRows([entry(5, '19:00', '04:00')], 'UTC', AT))).toEqual([
    [5, 780, 1320, '19:00 – 04:00'],
  ]));

test('hours are the reader’s, and may be of another day', () => {
  const told = [entry(1, '20:00', '02:00', 'Europe/Lisbon')];
  expect(barsOf(weekRows(told, 'Europe/Berlin', AT))).toEqual([[1, 900, 1260, '21:00 – 03:00']]);
  expect(barsOf(weekRows(told, 'Asia/Tokyo', AT))).toEqual([
    [1, 1380, 1440, '05:00 – 06:00'],
    [2, 0, 300, '06:00 – 11:00'],
  ]);
});

test('a bar is cut where its row ends, and a Sunday’s goes on with the Monday', () =>
  expect(barsOf(weekRows([entry(0, '22:00', '08:00')], 'UTC', AT))).toEqual([
    [1, 0, 120, '06:00 – 08:00'],
    [0, 960, 1440, '22:00 – 06:00'],
  ]));

test('the small hours are of the evening before', () => {
  expect(barsOf(weekRows([entry(6, '01:00', '03:00')], 'UTC', AT))).toEqual([
    [5, 1140, 1260, '01:00 – 03:00'],
  ]);
  expect(placeOfNow('UTC', Date.UTC(2026, 10, 28, 2, 30))).toEqual({ day: 5, at: 1230 });
});

test('the same hour as beginning and end is a whole day', () =>
  expect(barsOf(weekRows([entry(3, '06:00', '06:00')], 'UTC', AT))).toEqual([[3, 0, 1440, '06:00 – 06:00']]));

test('zones are told apart by the season', () => {
  expect(offsetOf('Europe/Berlin', AT)).toBe(60);
  expect(offsetOf('Europe/Berlin', Date.UTC(2026, 6, 1))).toBe(120);
  expect(offsetOf('Asia/Kolkata', AT)).toBe(330);
});

test('hours that were told several times are one bar', () => {
  const same = Array.from({ length: 14 }, () => entry(2, '20:00', '23:00'));
  expect(barsOf(weekRows([...same, entry(2, '20:00', '22:00')], 'UTC', AT))).toEqual([
    [2, 840, 960, '20:00 – 22:00'],
    [2, 840, 1020, '20:00 – 23:00'],
  ]);
});
