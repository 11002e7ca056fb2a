import { expect, test } from 'vitest';
import { changeOf, faultOf, newHour, type PriceHours } from './price-hour-draft.ts';

const evening = { day: 5, from: '20:00', to: '23:00', cost: 60, min_minutes: 3 };
const draft = (...hours: PriceHours['hours']): PriceHours => ({ tz: 'UTC', cost: 30, min_minutes: 1, hours });

test('hours are of a day that is still free, and cost what the others cost until that is changed', () => {
  expect(newHour(draft())).toEqual({ ...evening, cost: 30, min_minutes: 1 });
  expect(newHour(draft(evening)).day).toBe(6);
});

test('hours that end before they begin, or overlap on one day, are not saved', () => {
  expect(faultOf(draft(evening))).toBeUndefined();
  expect(faultOf(draft({ ...evening, to: '20:00' }))).toBe('backwards');
  expect(faultOf(draft({ ...evening, from: '' }))).toBe('backwards');
  expect(faultOf(draft(evening, { ...evening, from: '22:00', to: '24:00' }))).toBe('overlap');
  expect(
    faultOf(draft(evening, { ...evening, day: 6 }, { ...evening, from: '23:00', to: '24:00' })),
  ).toBeUndefined();
});

test('without hours the price of all other times stays', () => {
  expect(changeOf(draft(evening))).toEqual({ private_hours: draft(evening) });
  expect(changeOf(draft())).toEqual({ private_hours: null, private_cost: 30, private_min_minutes: 1 });
});
