import { expect, test } from 'vitest';
import { type PriceHours, priceThen } from './price-hours.ts';

const at = (instant: string): number => Date.parse(instant);
const hours = (...its: PriceHours['hours']): PriceHours => ({
  tz: 'Europe/Berlin',
  cost: 30,
  min_minutes: 1,
  hours: its,
});
const evening = { day: 5, from: '20:00', to: '23:00', cost: 60, min_minutes: 3 };
const usual = { cost: 30, minMinutes: 1 };
const dear = { cost: 60, minMinutes: 3 };

test('an hour has its price from its first minute until before its last, by the clocks of its zone (S6)', () => {
  // Friday, 2026-11-27; Berlin is an hour ahead.
  const from = at('2026-11-27T19:00:00.000Z');
  const to = at('2026-11-27T22:00:00.000Z');
  const week = hours(evening);
  expect(priceThen(week, from - 1)).toEqual({ ...usual, untilMs: from });
  expect(priceThen(week, from)).toEqual({ ...dear, untilMs: to });
  expect(priceThen(week, to - 1)).toEqual({ ...dear, untilMs: to });
  expect(priceThen(week, to)).toEqual({ ...usual, untilMs: from + 7 * 86_400_000 });
});

test('it follows its zone into summer', () => {
  // Friday, 2026-07-03: Berlin is two hours ahead.
  expect(priceThen(hours(evening), at('2026-07-03T18:00:00.000Z'))).toMatchObject(dear);
  expect(priceThen(hours(evening), at('2026-07-03T21:00:00.000Z'))).toMatchObject(usual);
});

test('one until midnight and the next from midnight on are one, where they cost the same', () => {
  const night = hours(
    { ...evening, to: '24:00' },
    { day: 6, from: '00:00', to: '02:00', cost: 60, min_minutes: 3 },
  );
  expect(priceThen(night, at('2026-11-27T20:00:00.000Z')).untilMs).toBe(at('2026-11-28T01:00:00.000Z'));
});

test('without hours the price stays', () => {
  expect(priceThen(hours(), 0)).toEqual({ ...usual, untilMs: null });
});
